// The moves that are considered follow the game, wherever the pointer rests.

import assert from "node:assert/strict";

const letters = "ABCDEFGHJKLMNOPQRST";

export default async function ({ open, seen }) {
  const tab = await open(1440, 900);
  const { page } = tab;
  const names = () => page.locator(".candidate strong").allInnerTexts();
  const visits = () => page.locator(".candidate span:last-child").first().innerText();
  /** No move is listed where a stone stands, and the figures go on. */
  const follows = async () => {
    await page.locator(".candidate").nth(4).waitFor();
    const stones = (await page.locator("#board-text").textContent()).match(/\b[A-T]\d+\b/g) ?? [];
    const size = Math.sqrt(await page.locator(".shudan-vertex").count());
    const wrong = (await names()).filter((at) => stones.includes(at) || letters.indexOf(at[0]) >= size);
    assert.deepEqual(wrong, [], "every move is on a free point of this board");
    const before = await visits();
    await page.waitForFunction(
      (before) => document.querySelector(".candidate span:last-child").textContent !== before,
      before,
      { timeout: 10_000 },
    );
  };
  await tab.begin();
  await tab.yourTurn();
  await tab.button("Look").click();
  await page.locator(".candidate").nth(4).waitFor();
  await page.locator(".candidate").nth(1).hover();
  await page.locator(".shudan-vertex.shudan-marker_label").first().waitFor();
  const order = await names();
  await follows();
  assert.deepEqual(await names(), order, "while one is pointed at, every move keeps its line");
  seen("the list keeps its order under the pointer, and its figures go on");

  // The stones are played by keys; the pointer stays where it is.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await tab.untilMoves(2);
  await tab.yourTurn();
  await follows();
  const after = await names();
  assert.notDeepEqual(after, order, "another position has other candidates");
  await page.mouse.move(5, 5);
  await follows();
  seen("after a move the list is of the new position");

  await page.locator(".candidate").nth(1).hover();
  await page.keyboard.press("n");
  await tab.size(5);
  await tab.button("Start").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".shudan-vertex").length === 25);
  await tab.yourTurn();
  await follows();
  await page.mouse.move(5, 5);
  await page.locator(".thought").first().waitFor();
  await follows();
  seen("a new game shows no candidates of another");
}
