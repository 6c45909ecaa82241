// What is not in the game looks so, and a click on it ends it and plays nothing.

import assert from "node:assert/strict";

export default async function ({ open, seen }) {
  for (const touch of [false, true]) {
    const tab = await open(touch ? 390 : 1280, touch ? 844 : 800, { touch });
    const { page } = tab;
    const press = async (locator) => {
      if (touch) await locator.tap();
      else await locator.click();
    };
    const whatIf = page.locator(".board.what-if");
    const ribbon = page.getByText("What if? Click to go back");
    await tab.begin();
    await tab.yourTurn();
    await tab.move([[4, 4]]);
    const wood = () => page.locator(".shudan-goban").evaluate((board) => getComputedStyle(board).background);
    const plain = await wood();
    await press(tab.button("Show it"));
    await whatIf.waitFor();
    await ribbon.waitFor();
    assert.notEqual(await wood(), plain, "the board has another colour");
    const free = await tab.freePoint([[2, 2], [6, 6]]);
    await press(tab.point(...free));
    await whatIf.waitFor({ state: "detached" });
    await ribbon.waitFor({ state: "detached" });
    // What the server was asked to do comes back at once: a hint after it says that no move was played before.
    await press(tab.button("Hint"));
    await page.getByText("I would play").waitFor();
    assert.equal(await tab.moves(), 2, "a click on what is not in the game plays nothing");
    await tab.move([free]);
    assert.equal(await tab.moves(), 4, "the next click plays");

    await press(tab.button("Show it"));
    await ribbon.click();
    await whatIf.waitFor({ state: "detached" });
    await press(tab.button("Show it"));
    await page.keyboard.press("Escape");
    await whatIf.waitFor({ state: "detached" });
    assert.equal(await tab.moves(), 4);
    seen(`a better line ends with a ${touch ? "tap" : "click"}, with its ribbon and with Escape`);
  }

  const tab = await open(1280, 800);
  const { page } = tab;
  await tab.begin();
  await tab.yourTurn();
  await tab.button("Look").click();
  await page.locator(".thought").first().waitFor();
  const name = await page.locator(".candidate strong").first().innerText();
  await tab.point("ABCDEFGHJ".indexOf(name[0]), 9 - Number(name[1])).hover();
  await page.getByText(`What if ${name}? Click to play it`).waitFor();
  await tab.point("ABCDEFGHJ".indexOf(name[0]), 9 - Number(name[1])).click();
  await tab.untilMoves(2);
  seen("a candidate under the mouse is played by a click, as its ribbon says");

  const review = await open(1280, 800, { at: "#game/102" });
  await review.page.locator(".mistake-line").first().click();
  await review.page.locator(".board.what-if").waitFor();
  const slider = review.page.getByRole("slider");
  const before = await slider.inputValue();
  await review.point(4, 4).click();
  await review.page.locator(".board.what-if").waitFor({ state: "detached" });
  // The position before the mistake that is shown first.
  assert.equal(await slider.inputValue(), "6");
  assert.equal(before, "6");
  seen("a line of a review ends with a click, too");
}
