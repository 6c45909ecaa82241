// Fights: where the game is decided, shown on the board, with the ways in which it may end.

import assert from "node:assert/strict";

// Black and White cut each other in two on 7 × 7: whoever captures decides the game.
const black = [[3, 2], [2, 3], [4, 4], [1, 4], [5, 3], [3, 5]];

export default async function ({ open, seen }) {
  const tab = await open();
  const { page } = tab;
  await tab.begin(async () => {
    await tab.size(7);
    await page.getByLabel("Level").selectOption("20 kyu");
  });
  await tab.yourTurn();
  for (const at of black) await tab.move([at]);
  await tab.button("Fights").click();
  await page.getByText(/of 20k playouts/).waitFor();
  await page.getByText("20k of 20k playouts").waitFor();
  const bars = await page.locator(".histogram rect").count();
  assert.ok(bars > 5, `${bars} bars`);
  const clusters = await page.locator(".cluster").count();
  assert.ok(clusters >= 1);
  await page.waitForFunction((count) => document.querySelectorAll(".mini-board").length === count, clusters);
  const fights = await page.locator(".fight").count();
  // Every fight has its number on the board.
  await page.waitForFunction((fights) => document.querySelectorAll(".fight-number").length === fights, fights);
  if (fights === 0) await page.getByText("No fight is open").waitFor();
  // Nothing is ringed that no statement is about, and nothing is settled below 90%.
  if (fights === 0) assert.equal(await page.locator(".weak-mark").count(), 0);
  for (const said of await page.locator(".fight").allInnerTexts()) {
    const settled = /Settled: .* \((\d+)%\)/.exec(said);
    assert.ok(!settled || Number(settled[1]) >= 90, said);
  }
  seen(`${fights} fights and ${clusters} ways to end`);

  await page.locator(".cluster").first().hover();
  await page.waitForFunction(() => document.querySelector(".fight-number") === null);
  await page.mouse.move(2, 2);
  if (fights > 0) {
    await page.locator(".fight-number").first().waitFor();
    assert.match(await page.locator(".fight strong").first().innerText(), /^1\. .*, about \d+ points$/);
  }
  // They are looked for again after the next move.
  await tab.move([[5, 5], [1, 1], [5, 1]]);
  await page.getByText(/of 20k playouts/).waitFor();
  await tab.button("Fights").click();
  await page.locator(".fights").waitFor({ state: "detached" });
  assert.equal(await page.locator(".fight-marks").count(), 0);
  seen("what is pointed at is shown, and all is gone with the view");
}
