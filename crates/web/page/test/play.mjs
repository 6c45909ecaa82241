// Plays in a real browser against Shidogo itself: every file in play/, or those that are named. Each has a server, a
// folder for games and a browser window of its own, and waits for what it expects instead of for time to pass.

import { runScenes } from "./runner.mjs";
import { Server, Tab, asRegular } from "./stage.mjs";

await runScenes("play", async (browser, { window = {}, firstVisit = false }, opened) => {
  const server = await Server.start();
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: "light", ...window });
  if (!firstVisit) await asRegular(context);
  let isFirst = true;
  const open = async () => {
    // The first one brings the token, the others have its cookie.
    const address = isFirst ? server.address : `http://${server.host}/`;
    isFirst = false;
    return opened(await Tab.open(context, address));
  };
  const clear = async () => {
    await context.close();
    await server.end();
  };
  return { given: { server, context, open }, clear };
});
