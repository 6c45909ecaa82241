// Makes the pictures of the page in docs/page (or the folder that PICTURES names) from games with Shidogo itself: light
// and dark, wide and on a phone. SHIDOGO names the program, CHROMIUM the browser (/usr/bin/chromium).

import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Server, Tab, asRegular, launch } from "./stage.mjs";

const folder = process.env.PICTURES ?? new URL("../../../../docs/page", import.meta.url).pathname;
/** What a picture may weigh, in bytes: it goes into the repository. */
const most = 150_000;
const wide = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const browser = await launch();
await mkdir(folder, { recursive: true });

async function picture(page, name) {
  const path = join(folder, `${name}.jpg`);
  // What follows the pointer, or has the focus, is not meant to be seen.
  await page.evaluate(() => document.activeElement?.blur());
  for (const quality of [85, 70, 55, 40]) {
    await page.screenshot({ path, type: "jpeg", quality });
    if ((await stat(path)).size <= most) break;
  }
  console.log(`${name}: ${Math.round((await stat(path)).size / 1024)} KB`);
}

/** A game with a server of its own. */
async function play(window, colorScheme, act) {
  const server = await Server.start();
  const context = await browser.newContext({ ...window, colorScheme });
  await asRegular(context);
  try {
    const tab = await Tab.open(context, server.address);
    await act(tab);
  } finally {
    await context.close();
    await server.end();
  }
}

const strong = async ({ page }) => {
  await page.getByLabel("Level").selectOption("3 dan");
  await page.getByLabel("Aim").selectOption("It plays its best");
};
/** Follows Shidogo's own hints for that many moves. */
async function follow(tab, moves) {
  for (let i = 0; i < moves; i++) {
    await tab.button("Hint").click();
    await tab.page.getByText("I would play").waitFor();
    const hint = (await tab.page.locator(".said").innerText()).match(/I would play ([A-T])(\d+)/);
    if (!hint) return;
    const size = Math.sqrt(await tab.page.locator(".shudan-vertex").count());
    await tab.move([["ABCDEFGHJKLMNOPQRST".indexOf(hint[1]), size - Number(hint[2])]]);
  }
}
const open = (tab, name) => tab.page.getByRole("tab", { name }).click();
const visits = (tab, least) =>
  tab.page.waitForFunction(
    (least) => parseFloat(document.querySelector(".candidate span:last-child")?.textContent ?? "0") >= least,
    least,
  );

try {
  await play(wide, "light", async (tab) => {
    await tab.button("Start").waitFor();
    await picture(tab.page, "new-game");
    await tab.begin(async () => {
      await tab.page.getByText("19 × 19").click();
      // A partner at a level keeps its win rate to itself.
      await tab.page.getByLabel("Level").selectOption("Full strength");
    });
    await tab.yourTurn();
    await follow(tab, 12);
    await tab.button("Territory").click();
    await tab.button("Look").click();
    await visits(tab, 1);
    await tab.page.waitForTimeout(4000);
    await picture(tab.page, "look");
    await open(tab, "Curve");
    await tab.page.getByLabel("Bonus points for Black").fill("6");
    await picture(tab.page, "curve");
  });
  await play(wide, "dark", async (tab) => {
    await tab.begin(async () => {
      await strong(tab);
      await tab.page.getByText("More: rules, komi, handicap, clock").click();
      await tab.page.getByLabel("Clock").selectOption({ index: 4 });
    });
    await tab.yourTurn();
    await follow(tab, 4);
    await tab.move([[7, 7], [1, 7], [7, 1]]);
    await tab.page.locator(".lesson").getByText("was better").waitFor();
    await tab.button("Try again").click();
    await follow(tab, 1);
    await tab.move([[0, 4], [4, 0]]);
    await tab.button("Why?").click();
    await picture(tab.page, "teach-dark");
  });
  await play(wide, "light", async (tab) => {
    await tab.begin(async () => {
      await tab.page.getByText("13 × 13").click();
      await strong(tab);
    });
    await tab.yourTurn();
    await tab.button("Fights").click();
    // Cutting everywhere leads to a fight sooner or later.
    for (let moves = 0; moves < 40; moves++) {
      const done = tab.page.getByText("20k of 20k playouts");
      if (moves > 8) {
        await done.waitFor();
        if ((await tab.page.locator(".fight", { hasNotText: "Both sides live" }).count()) > 0) break;
      }
      await follow(tab, 1);
    }
    await picture(tab.page, "fights");
  });
  await play(wide, "light", async (tab) => {
    await tab.page.getByRole("link", { name: "Openings", exact: true }).click();
    await tab.button("Start learning").click();
    await tab.page.waitForFunction(() => document.querySelector(".progress-line progress")?.value >= 1500);
    await picture(tab.page, "openings");
  });
  for (const scheme of ["light", "dark"]) {
    await play(phone, scheme, async (tab) => {
      await tab.begin(() => strong(tab));
      await tab.yourTurn();
      await follow(tab, 5);
      await tab.button("More").click();
      await tab.button("Look").click();
      await tab.page.locator(".thought").nth(2).waitFor();
      await picture(tab.page, `phone-${scheme}`);
    });
  }
} finally {
  await browser.close();
}
