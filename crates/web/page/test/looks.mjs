// Looks at the built page in a real browser, at many sizes, against the mock server: every file in looks/, or those that
// are named. Each opens windows of its own and waits for what it expects instead of for time to pass.

import assert from "node:assert/strict";
import { mkdir, readdir } from "node:fs/promises";
import { Mock, Tab, launch } from "./stage.mjs";

const folder = new URL("looks/", import.meta.url);
const named = process.argv.slice(2);
const all = (await readdir(folder)).filter((file) => file.endsWith(".mjs")).map((file) => file.slice(0, -4));
const wanted = all.filter((look) => named.length === 0 || named.includes(look)).sort();
assert.ok(wanted.length > 0, `there is no look ${named.join(" ")} among ${all.join(" ")}`);

const browser = await launch();
const mock = await Mock.start();
try {
  for (const name of wanted) {
    const { default: look } = await import(new URL(`${name}.mjs`, folder));
    const tabs = [];
    /** A window like a computer's or a phone's; `at` is a view of the page. */
    const open = async (width, height, { touch = false, at = "", colorScheme = "light" } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height }, colorScheme, hasTouch: touch, isMobile: touch, deviceScaleFactor: touch ? 2 : 1,
      });
      const tab = await Tab.open(context, `${mock.address}${at}`);
      tabs.push(tab);
      return tab;
    };
    try {
      await look({ open, seen: (what) => console.log(`${name}: ${what}`) });
      for (const tab of tabs) assert.deepEqual(tab.errors, [], name);
    } catch (error) {
      await mkdir("seen", { recursive: true });
      for (const [i, tab] of tabs.entries()) {
        if (!tab.page.isClosed()) await tab.page.screenshot({ path: `seen/${name}-${i}.png` });
      }
      console.error(`${name}: not seen; pictures are in seen/`, tabs.flatMap((tab) => tab.errors));
      throw error;
    } finally {
      for (const tab of tabs) await tab.page.context().close();
    }
  }
  console.log("all seen, no errors in the console");
} finally {
  await browser.close();
  mock.end();
}
