// One's own games in a real browser: they are listed, filtered, replayed, reviewed, gone on with, deleted, brought back,
// exported and brought along.

import assert from "node:assert/strict";
import { withPage } from "./harness.mjs";

const record = (black, white, date, result, moves) =>
  `(;GM[1]SZ[9]KM[6.5]PB[${black}]PW[${white}]DT[${date}]RE[${result}]${moves})`;
const collection =
  record("Ann", "Bo", "2020-01-01", "B+R", ";B[ee];W[ce];B[gc]") +
  record("Cleo", "ann", "2020-02-01", "W+3.5", ";B[ee];W[gg]") +
  record("Dan", "Eve", "2020-03-01", "0", ";B[cc]") +
  "(;GM[2])";

await withPage(async ({ page, button, link, notice, untilStones, choose, drop, saved, picture, step, widerThanWindow }) => {
  const lines = page.locator(".game-line");
  const untilLines = (count) =>
    page.waitForFunction((count) => document.querySelectorAll(".game-line").length === count, count);

  await link("My games").click();
  await page.getByText("No games yet").waitFor();
  await link("Play").click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("Your turn").waitFor();
  await page.locator('.shudan-vertex[data-x="4"][data-y="4"]').click();
  await page.getByText("Move 2").waitFor();
  await page.keyboard.press("r");
  await button("Yes, resign").click();
  await page.getByText("The game is over").first().waitFor();
  await link("Review this game").click();
  await page.getByText("How well each side played").waitFor();
  step("a game that was played is reviewed with one click");

  await link("Play").click();
  await page.getByRole("button", { name: "New game" }).first().click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("Your turn").waitFor();
  await page.locator('.shudan-vertex[data-x="2"][data-y="2"]').click();
  await page.getByText("Move 2").waitFor();
  await link("My games").click();
  await untilLines(2);
  await page.locator(".badge.lost").waitFor();
  await page.locator(".badge.unfinished").waitFor();
  assert.match(await page.locator(".game-line.lost").innerText(), /you lost [\d.]+ points per move/);
  assert.match(await page.locator(".own-progress").innerText(), /in the last reviewed game/);
  const row = page.locator(".own-progress tbody tr");
  assert.deepEqual((await row.locator("td").allInnerTexts()).slice(0, 3), ["0", "1", "0%"]);
  step("games with Shidogo are listed, with results and progress");

  await choose("collection.sgf", collection);
  await notice("One game in the file was skipped").waitFor();
  await button("Dismiss").click();
  await untilLines(5);
  step("a collection is brought along, as far as it is Go");

  const filter = async (label, value, count) => {
    await page.locator(".filters label", { hasText: label }).locator("select").selectOption(value);
    await untilLines(count);
  };
  await filter("Result", "Other players", 3);
  await filter("Result", "All", 5);
  await filter("Played", "In the last 30 days", 2);
  await filter("Played", "Any time", 5);
  await filter("Board", "9 × 9", 5);
  await page.getByLabel("Search").fill("cleo 2020");
  await untilLines(1);
  await page.getByLabel("Search").fill("nobody");
  await untilLines(0);
  await button("Show all").click();
  await untilLines(5);
  await page.getByLabel("Your name in game records").fill("Ann");
  await filter("Result", "Won", 2);
  await filter("Result", "All", 5);
  await picture("games");
  step("the list is filtered by result, board, date and words");

  await button("Review 2 more of your games").click();
  await page.getByText("over the last 3 reviewed games").waitFor();
  assert.equal(await page.getByText("more of your games").count(), 0);
  step("all own games are reviewed, one after the other");

  await lines.filter({ hasText: "Cleo" }).getByRole("link").first().click();
  await page.getByText("Move 0 of 2").waitFor();
  await button("To the end").click();
  await page.getByText("Move 2 of 2").waitFor();
  await untilStones(2);
  assert.equal(await page.locator(".mistakes").count(), 1);
  await page.goBack();
  await untilLines(5);
  await lines.filter({ hasText: "Dan" }).getByRole("link").first().click();
  await page.getByText("Move 0 of 1").waitFor();
  assert.equal(await page.locator(".mistakes").count(), 0, "looking at a game reviews nothing");
  await page.goBack();
  await untilLines(5);
  step("a game is replayed, with its review or without");

  await lines.filter({ hasText: "Dan" }).getByRole("button", { name: "Delete" }).click();
  await untilLines(4);
  await button("Undo").click();
  await untilLines(5);
  await lines.filter({ hasText: "Dan" }).getByRole("button", { name: "Delete" }).click();
  await untilLines(4);
  await page.reload();
  await untilLines(4);
  step("a game is deleted, brought back, and deleted for good");

  const all = await saved(() => link("Save all as SGF").click());
  assert.equal(all.name, "shidogo-games.sgf");
  assert.equal(all.text.match(/\(;/g).length, 4);
  assert.ok(all.text.includes("PB[You]") && all.text.includes("PB[Cleo]") && !all.text.includes("PB[Dan]"));
  const one = await saved(() => lines.filter({ hasText: "Cleo" }).getByRole("link", { name: "Save as SGF" }).click());
  assert.ok(one.text.includes("PW[ann]"));
  assert.equal(one.name, "Cleo - ann 2020-02-01 9x9.sgf");
  await choose("again.sgf", all.text);
  await untilLines(8);
  step("all games are exported, and can be brought along again");

  const file = (black, moves) => `(;GM[1]SZ[9]PB[${black}]PW[Nobody]${moves})`;
  await drop("a.sgf", file("First", ";B[ee]"), "b.sgf", "no game", "c.sgf", file("Third", ""), "d.sgf", file("Fourth", ""));
  await notice("b.sgf: ").waitFor();
  await button("Dismiss").click();
  await untilLines(11);
  for (const name of ["First", "Third", "Fourth"]) await page.getByText(name).first().waitFor();
  step("several files that are dropped at once all arrive, and the one that does not is named");

  await page.setViewportSize({ width: 360, height: 740 });
  await page.waitForTimeout(300);
  assert.ok((await widerThanWindow()) <= 0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await button("Continue").first().click();
  await page.getByText("Your turn").waitFor();
  await untilStones(2);
  step("a phone; an unfinished game goes on");

  await page.goto(`${new URL(page.url()).origin}/#review/nothing`);
  await page.reload();
  await notice("not there any more").waitFor();
  await link("Play").click();
  await page.getByText("Your turn").waitFor();
  await untilStones(2);
  step("a game that is gone is told, and the one that goes on is not forgotten");
});
