// Looking inside: candidates and their variations on the board, the curve, fights, and lines that were tried.

import assert from "node:assert/strict";

export default async function ({ open, seen }) {
  const tab = await open();
  const { page } = tab;
  await tab.begin(async () => {
    await tab.size(7);
    // Its answer leaves more than one good move, a beginner's may not.
    await page.getByLabel("Level").selectOption("Full strength");
  });
  await tab.yourTurn();
  await tab.move([[3, 3]]);
  await tab.button("Look").click();
  await page.locator(".candidate").nth(1).waitFor();
  await page.locator(".thought").nth(1).waitFor();
  const name = await page.locator(".candidate strong").first().innerText();
  const [x, y] = ["ABCDEFG".indexOf(name[0]), 7 - Number(name[1])];
  await tab.point(x, y).hover();
  await page.locator(".shudan-vertex.shudan-marker_label").nth(1).waitFor();
  assert.ok((await tab.stones()) > 2, "the variation lies on the board");
  await page.mouse.move(2, 2);
  await tab.untilStones(2);
  await page.locator(".candidate").first().hover();
  await page.locator(".shudan-vertex.shudan-marker_label").nth(1).waitFor();
  await page.mouse.move(2, 2);
  await tab.untilStones(2);
  seen("variations of candidates, from the board and from the list");

  await page.getByRole("tab", { name: "Curve" }).click();
  const now = page.getByText(/^As it is: Black's win rate \d+%$/);
  await now.waitFor();
  const chance = async () => Number((await page.locator(".curve .standing").first().innerText()).match(/(\d+)%/)[1]);
  const before = await chance();
  await page.getByLabel("Bonus points for Black").fill("10");
  await page.getByText(/^With 10\.0 more points for Black/).waitFor();
  const more = await chance();
  await page.getByLabel("Bonus points for Black").fill("-10");
  await page.getByText(/^With 10\.0 fewer points for Black/).waitFor();
  const fewer = await chance();
  assert.ok(fewer < before && before < more, `${fewer} ${before} ${more}`);
  seen("the curve, read with its slider");

  await tab.button("Look").click();
  await page.keyboard.press("u");
  await tab.untilStones(0);
  await tab.move([[2, 4], [4, 2]]);
  await page.getByRole("tab", { name: "Lines" }).click();
  const nodes = page.locator(".node");
  await nodes.nth(4).waitFor();
  assert.equal(await nodes.count(), 5, "the beginning, and two lines of two moves");
  await page.getByLabel("Move 2: White").first().click();
  await tab.point(3, 3).and(page.locator(".shudan-sign_1")).waitFor();
  await page.getByLabel("Beginning").click();
  await tab.untilStones(0);
  await page.reload();
  await page.locator(".node").nth(4).waitFor();
  seen("lines that were tried, there after a reload, too");
}
