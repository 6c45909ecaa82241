// Looks at the built page in a real browser, at many sizes, against the mock server: every file in looks/, or those that
// are named. Each opens windows of its own and waits for what it expects instead of for time to pass.

import { runScenes } from "./runner.mjs";
import { Mock, Tab, asRegular } from "./stage.mjs";

const mock = await Mock.start();
try {
  await runScenes("looks", (browser, _, opened) => {
    /** A window like a computer's or a phone's; `at` is a view of the page. */
    const open = async (width, height, { touch = false, at = "", colorScheme = "light" } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height }, colorScheme, hasTouch: touch, isMobile: touch, deviceScaleFactor: touch ? 2 : 1,
      });
      await asRegular(context);
      return opened(await Tab.open(context, `${mock.address}${at}`));
    };
    return { given: { open }, clear: () => {} };
  });
} finally {
  mock.end();
}
