// Runs every scene of a folder in a real browser, or those that are named on the command line.

import assert from "node:assert/strict";
import { mkdir, readdir } from "node:fs/promises";
import { launch } from "./stage.mjs";

/**
 * A scene is a file that exports a function. `stage` makes what a scene is given from the browser, the scene's module, and
 * `opened`, which notes a tab: it is looked at for errors, and a picture is left of it where the scene fails. It returns
 * what the scene is given, and how to clear it away.
 */
export async function runScenes(kind, stage) {
  const folder = new URL(`${kind}/`, import.meta.url);
  const named = process.argv.slice(2);
  const all = (await readdir(folder)).filter((file) => file.endsWith(".mjs")).map((file) => file.slice(0, -4));
  const wanted = all.filter((scene) => named.length === 0 || named.includes(scene)).sort();
  assert.ok(wanted.length > 0, `there is no ${named.join(" ")} among ${all.join(" ")}`);

  const browser = await launch();
  try {
    for (const name of wanted) {
      const scene = await import(new URL(`${name}.mjs`, folder));
      const tabs = [];
      const opened = (tab) => {
        tabs.push(tab);
        return tab;
      };
      const { given, clear } = await stage(browser, scene, opened);
      try {
        await scene.default({ ...given, seen: (what) => console.log(`${name}: ${what}`) });
        for (const tab of tabs) assert.deepEqual(tab.errors, [], name);
      } catch (error) {
        await mkdir("seen", { recursive: true });
        for (const [i, tab] of tabs.entries()) {
          if (!tab.page.isClosed()) await tab.page.screenshot({ path: `seen/${name}-${i}.png` });
        }
        console.error(`${name}: not seen; pictures are in seen/`, tabs.flatMap((tab) => tab.errors));
        throw error;
      } finally {
        for (const context of new Set(tabs.map((tab) => tab.page.context()))) await context.close();
        await clear();
      }
    }
    console.log("all seen, no errors in the console");
  } finally {
    await browser.close();
  }
}
