// Players that learn to open: one learns while it is watched, paused, kept over a restart, played against and compared.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

export default async function ({ open, server, seen }) {
  const tab = await open();
  const { page } = tab;
  const games = () => page.locator(".progress-line progress").evaluate((bar) => bar.value);
  const untilGames = (count) =>
    page.waitForFunction((count) => document.querySelector(".progress-line progress")?.value >= count, count);
  const state = (words) => page.locator(".learning-state", { hasText: words }).waitFor();

  await page.getByRole("link", { name: "Openings", exact: true }).click();
  await state("Not started");
  await page.getByLabel("friends and enemies").uncheck();
  await page.getByText("7 × 7", { exact: true }).click();
  await page.getByRole("heading", { name: "AD on 7×7" }).waitFor();
  await tab.button("Start learning").click();
  await state("Learning…");
  await untilGames(200);
  await tab.untilCount(page.locator(".heat"), 49);
  await page.getByText("it was wrong by about").waitFor();
  await page.getByText("Its opening", { exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".shudan-vertex:not(.shudan-sign_0)").length > 10);
  seen("a player learns, and its heat map and its opening are on the board");

  // It goes on while somebody plays.
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await tab.begin(() => tab.size(5));
  await tab.yourTurn();
  await tab.move([[2, 2]]);
  await page.getByRole("link", { name: "Openings", exact: true }).click();
  await untilGames(250);
  if (await tab.button("Pause").isVisible()) await tab.button("Pause").click();
  await page.locator(".learning-state", { hasText: /Paused|Done/ }).waitFor();
  const learnt = await games();
  assert.ok(learnt >= 250);
  seen("it learns while a game is played, and pauses");

  tab.expectLoss = true;
  await server.kill();
  await writeFile(join(server.data, "openings", "ABC-9x9.opening"), "no player");
  await server.restart();
  await page.goto(`http://${server.host}/#openings/learn`);
  await page.reload();
  await untilGames(learnt);
  tab.expectLoss = false;
  await page.getByText("ABC-9x9.opening is no player of openings").waitFor();
  await page.locator(".refused").getByRole("button", { name: "Forget it" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget it" }).click();
  await page.locator(".refused").waitFor({ state: "detached" });
  seen("what was learnt is there after a restart, and a damaged file is named");

  await page.getByRole("link", { name: "Play it" }).click();
  await page.getByText("Your move, 1 of 8").waitFor();
  await tab.untilCount(page.locator(".heat"), 49);
  for (const key of ["ArrowUp", "Enter"]) await page.keyboard.press(key);
  await tab.untilStones(2);
  await page.getByText("Your move, 2 of 8").waitFor();
  await tab.button("Take back").click();
  await tab.untilStones(0);
  await page.getByText("White", { exact: true }).click();
  await tab.untilStones(1);
  for (let move = 1; move <= 8; move++) {
    await page.getByText(`Your move, ${move} of 8`).waitFor();
    const [x, y] = await tab.freePoint();
    await tab.point(x, y).click();
  }
  await page.getByText("The opening is over.").waitFor();
  await page.getByText("In 256 quick games from here").waitFor();
  await tab.button("Play on with Shidogo").click();
  await tab.button("Start").click();
  await page.locator(".players").waitFor();
  await tab.untilMoves(17);
  seen("an opening is played to its end, and goes on as a game");

  await page.goto(`http://${server.host}/#openings/compare`);
  await tab.button("Compare").click();
  await page.getByText(/AD won \d+ of \d+ games/).waitFor();
  await page.locator(".share .interval").waitFor();
  if (await tab.button("Stop").isVisible()) await tab.button("Stop").click();
  await tab.button("Compare").waitFor();
  seen("two are compared");

  for (const part of ["learn", "play", "compare"]) {
    await page.goto(`http://${server.host}/#openings/${part}`);
    for (const [width, height] of [[390, 844], [360, 640], [740, 360]]) {
      await page.setViewportSize({ width, height });
      // The board follows the window a moment later. What to press first is in sight without scrolling.
      await page.waitForFunction(() => {
        const button = document.querySelector("main .buttons .button, .compare-choice .button")?.getBoundingClientRect();
        return document.querySelector(".shudan-goban") && document.documentElement.scrollWidth <= innerWidth && button?.bottom <= innerHeight;
      });
    }
    await page.setViewportSize({ width: 1280, height: 860 });
  }
  await page.goto(`http://${server.host}/#openings/learn`);
  await tab.button("Forget it").click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget it" }).click();
  await state("Not started");
  seen("on a phone; and it is forgotten");
}
