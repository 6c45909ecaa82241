// Plays in a real browser against Shidogo itself: every file in play/, or those that are named. Each has a server, a
// folder for games and a browser window of its own, and waits for what it expects instead of for time to pass.

import assert from "node:assert/strict";
import { mkdir, readdir } from "node:fs/promises";
import { Server, Tab, launch } from "./stage.mjs";

const folder = new URL("play/", import.meta.url);
const named = process.argv.slice(2);
const all = (await readdir(folder)).filter((file) => file.endsWith(".mjs")).map((file) => file.slice(0, -4));
const wanted = all.filter((play) => named.length === 0 || named.includes(play)).sort();
assert.ok(wanted.length > 0, `there is no play ${named.join(" ")} among ${all.join(" ")}`);

const browser = await launch();
try {
  for (const name of wanted) {
    const { default: play, window = {} } = await import(new URL(`${name}.mjs`, folder));
    const server = await Server.start();
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: "light", ...window });
    const tabs = [];
    const open = async () => {
      // The first one brings the token, the others have its cookie.
      const tab = await Tab.open(context, tabs.length === 0 ? server.address : `http://${server.host}/`);
      tabs.push(tab);
      return tab;
    };
    try {
      await play({ server, context, open, seen: (what) => console.log(`${name}: ${what}`) });
      for (const tab of tabs) assert.deepEqual(tab.errors, [], name);
    } catch (error) {
      await mkdir("seen", { recursive: true });
      for (const [i, tab] of tabs.entries()) {
        if (!tab.page.isClosed()) await tab.page.screenshot({ path: `seen/${name}-${i}.png` });
      }
      console.error(`${name}: not seen; pictures are in seen/`, tabs.flatMap((tab) => tab.errors));
      throw error;
    } finally {
      await context.close();
      await server.end();
    }
  }
  console.log("all seen, no errors in the console");
} finally {
  await browser.close();
}
