// A review for players whose ranks are known: what to look at first, why, and once more on the board.

import assert from "node:assert/strict";

export default async function ({ open, seen }) {
  const tab = await open(1280, 800, { at: "#game/102" });
  const { page } = tab;
  const slider = page.getByRole("slider");
  const numbers = () => page.locator(".mistake-line .move-number").allInnerTexts();
  await page.getByRole("heading", { name: "Look at these first" }).waitFor();
  assert.deepEqual(await numbers(), ["7", "3", "11", "15"], "the best lesson first, the rest as it was played");
  assert.equal(await page.locator(".lesson-of-mistake").count(), 2, "they say why");
  await page.getByRole("heading", { name: "The other mistakes that mattered" }).waitFor();
  seen("what to look at first comes first");

  await page.getByText("Few players of 3 kyu find that.").click();
  assert.equal(await slider.inputValue(), "5");
  seen("what was well found is on the board");

  await tab.button("Try again").first().click();
  assert.equal(await slider.inputValue(), "6");
  await tab.untilStones(6);
  await tab.point(0, 0).click();
  await page.getByText("A9 is another idea.").waitFor();
  await page.keyboard.press("ArrowLeft");
  await tab.point(4, 4).click();
  await page.getByText("Yes: E5 is what Shidogo would play.").waitFor();
  seen("a mistake is tried again");
}
