// Reviews games in a real browser against Shidogo itself: a record is opened, judged and walked through; records that want
// to do harm are text, or refused.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { withPage } from "./harness.mjs";

// Black builds walls and forgets ten white stones in atari; then some more moves.
const game = `(;GM[1]FF[4]SZ[9]KM[7]RU[Chinese]PB[Ann]PW[Bo]RE[W+R]DT[2026-03-01]EV[Club evening]C[Good luck!]
  AB[ea][eb][ec][ed][ee][ef][eg][eh][fi][ha][hb][hc][hd][he][hf][hg][gh]
  AW[da][db][dc][dd][de][df][dg][dh][fa][fb][fc][fd][fe][ff][fg][fh]PL[B]
  ;B[aa];W[gi];B[ab];W[ba];B[ac];W[bb];B[bc];W[cb];B[cc];W[cd])`;

const attack = `<img src=x onerror="document.title='hacked'"><script>document.title="hacked"</script>`;
const hostile = `(;GM[1]SZ[5]PB[${attack}]PW[<b>White</b>]EV[javascript:alert(1)]C[${attack}]RU[${attack}]
  ;B[cc]C[</p><iframe src="//example.org"></iframe>];W[bb];B[cb];W[bc];B[cd];W[bd])`;

const refused = [
  ["empty.sgf", "", "no game"],
  ["picture.sgf", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff, 0xfe, 0x28]), "game"],
  ["words.sgf", "This is no game record.", "no game"],
  ["deep.sgf", "(;".repeat(50_000), "deep"],
  ["chess.sgf", "(;GM[3];W[e2e4])", "another game"],
  ["giant.sgf", "(;SZ[52])", "board size"],
  ["broken.sgf", "(;SZ[9];B[cc", "REVIEWS"],
  ["large.sgf", "(;SZ[9]C[" + "x".repeat(1 << 20) + "])", "1 MB"],
];

await withPage(async ({ page, button, link, notice, untilStones, choose, drop, saved, picture, step, widerThanWindow }) => {
  await choose("game.sgf", game);
  const lines = page.locator(".mistake-line");
  // A short game may be through before anybody looks.
  await page.getByRole("status").getByText("Reviewing…").or(lines).first().waitFor();
  await lines.first().waitFor();
  assert.match(page.url(), /#review\/[A-Za-z0-9]+$/);
  for (const words of ["Ann", "Bo", "Club evening", "White wins by resignation", "Good luck!"]) {
    await page.getByText(words).first().waitFor();
  }
  step("a record is chosen, and reviewed with its progress told");

  await lines.first().click();
  await page.locator(".board.line-better").waitFor();
  const labels = () => page.locator(".shudan-marker", { hasText: "1" }).count();
  assert.ok((await labels()) > 0, "the better line is numbered on the board");
  assert.match(await page.locator(".here").innerText(), /Move 1, Black A9: .*A9 cost [\d.]+ points/s);
  await button("What was played").click();
  await page.locator(".board.line-played").waitFor();
  
  await button("Back to the game").click();
  await page.locator(".board:not(.line-played)").waitFor();
  step("a mistake with its better line on the board");

  const slider = page.getByRole("slider");
  const at = () => slider.inputValue();
  await page.keyboard.press("Home");
  assert.equal(await at(), "0");
  await untilStones(33);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await at(), "2");
  await untilStones(35);
  await page.keyboard.press("End");
  assert.equal(await at(), "10");
  await button("Back").click();
  assert.equal(await at(), "9");
  await page.keyboard.press("ArrowUp");
  await page.locator(".board.line-better").waitFor();
  const plot = page.locator(".review-plot .u-over");
  const box = await plot.boundingBox();
  await plot.click({ position: { x: box.width / 2, y: box.height / 2 } });
  assert.equal(await at(), "5");
  step("the game is walked through by keys, buttons and the graph");

  const fights = page.locator(".fight-line");
  if ((await fights.count()) > 0) {
    await fights.first().click();
    await page.locator(".board.with-fight .shudan-paint_1").first().waitFor();
  } else {
    await page.getByText("There were no large fights.").waitFor();
  }
  step("fights over time");

  const sgf = await saved(() => link("Save annotated SGF").click());
  assert.ok(sgf.name.endsWith(".sgf") && sgf.text.includes("Good luck!") && sgf.text.includes("was better"), sgf.text);
  const report = await saved(() => link("Save report").click());
  assert.ok(report.name.endsWith(".html") && report.text.includes("The mistakes that mattered"));
  assert.ok(!report.text.includes("<script"));
  const reader = await page.context().browser().newContext({ javaScriptEnabled: false, offline: true });
  const paper = await reader.newPage();
  await paper.setContent(report.text);
  assert.equal(await paper.locator("h1").innerText(), "Ann – Bo");
  assert.ok((await paper.locator("article svg.board").count()) >= 2);
  await reader.close();
  step("the annotated record and the report, read without scripts and without a network");

  await page.reload();
  await lines.first().waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.waitForTimeout(300);
  assert.ok((await widerThanWindow()) <= 0);
  await page.setViewportSize({ width: 1440, height: 900 });
  step("a reload finds the review again; a phone");

  const title = await page.title();
  await drop("hostile.sgf", hostile);
  await page.getByText(attack).first().waitFor();
  await page.getByText("<b>White</b>").first().waitFor();
  await page.locator(".mistakes").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText("<iframe").first().waitFor();
  const bad = await saved(() => link("Save report").click());
  const trap = await page.context().newPage();
  await trap.setContent(bad.text);
  assert.ok((await trap.locator("h1").innerText()).includes(attack));
  for (const tab of [page, trap]) {
    assert.notEqual(await tab.title(), "hacked");
    assert.equal(await tab.locator("main :is(script, iframe, img, b:text-is('White'))").count(), 0);
  }
  await trap.close();
  assert.equal(await page.title(), title);
  await link("My games").click();
  // Not its title in the review, which may still be there.
  await page.locator(".game-line", { hasText: attack }).waitFor();
  assert.equal(await page.locator("main :is(script, iframe, img)").count(), 0);
  step("a hostile record is text, on the page and in its report");

  const kept = await page.locator(".game-line").count();
  for (const [name, text, words] of refused) {
    if (words === "REVIEWS") continue;
    await drop(name, text);
    await notice(words).waitFor();
    assert.equal((await page.locator(".notice").innerText()).trim().split("\n").length, 2, `${name}: a line and its button`);
    await button("Dismiss").click();
    await page.locator(".notice").waitFor({ state: "detached" });
  }
  await page.reload();
  await page.locator(".game-line").first().waitFor();
  assert.equal(await page.locator(".game-line").count(), kept);
  step("what is no game is refused in one line, and nothing is lost");

  // A file that was cut off is read as far as it goes.
  const [, broken] = refused.find(([, , words]) => words === "REVIEWS");
  await drop("broken.sgf", broken);
  await page.getByText("1 move", { exact: false }).first().waitFor();
  step("a record that was cut off is read as far as it goes");

  if (process.env.PICTURES) {
    await choose("review.sgf", await readFile(new URL("../../../../docs/review.sgf", import.meta.url)));
    await lines.nth(4).click({ timeout: 300_000 });
    await page.waitForTimeout(500);
    await picture("review");
  }
});
