// A game that is looked at again: the record's own variations, labels and ranks, moves that are tried, what Shidogo thinks
// of them, and a new game from there.

import assert from "node:assert/strict";

export default async function ({ open, seen }) {
  const tab = await open(1280, 800, { at: "#game/102" });
  const { page } = tab;
  const slider = page.getByRole("slider");
  const marked = (x, y, kind) => page.locator(`.shudan-vertex[data-x="${x}"][data-y="${y}"].shudan-marker_${kind}`);
  await page.getByText("3k").waitFor();
  await page.getByText("1 dan").waitFor();
  assert.equal(await page.locator(".variations button").count(), 0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await marked(0, 0, "label").filter({ hasText: "A" }).waitFor();
  await marked(1, 0, "triangle").waitFor();
  const variation = page.locator(".variations button");
  assert.equal(await variation.innerText(), "C3 G3 C7");
  await variation.click();
  await page.getByText("A variation of the record").waitFor();
  await tab.untilStones(5);
  await marked(4, 4, "square").waitFor();
  await page.keyboard.press("ArrowLeft");
  await tab.untilStones(4);
  assert.equal(await variation.innerText(), "E5", "a variation of the variation");
  await page.keyboard.press("ArrowLeft");
  await page.getByText("A quiet beginning.").waitFor();
  await page.keyboard.press("Escape");
  await tab.untilStones(2);
  seen("ranks, labels and variations of the record");

  await tab.point(4, 4).click();
  await tab.point(4, 3).click();
  await tab.untilStones(4);
  await page.getByText("Moves you try").waitFor();
  assert.match(await page.locator(".line-moves").innerText(), /^E5 E6$/);
  await tab.point(4, 4).click();
  await page.getByText("E5 is not possible here.").waitFor();
  await page.getByLabel("or type a move").fill("g7");
  await page.keyboard.press("Enter");
  await tab.untilStones(5);
  assert.match(await page.locator(".line-moves").innerText(), /^E5 E6 G7$/);
  await page.locator(".trying").getByRole("button", { name: "Take back" }).click();
  await tab.untilStones(4);
  assert.equal(await slider.inputValue(), "2", "the game itself stands where it was");
  seen("moves are tried by clicks and by their names, and taken back");

  await tab.button("Look").click();
  await page.locator(".thought").nth(2).waitFor();
  await page.locator(".trying .candidate").nth(2).waitFor();
  const name = await page.locator(".trying .candidate strong").first().innerText();
  await page.locator(".trying .candidate").first().click();
  await tab.untilStones(5);
  assert.match(await page.locator(".line-moves").innerText(), new RegExp(`E5 E6 ${name}$`));
  await page.locator(".thought").nth(2).waitFor();
  await tab.button("Territory").click();
  await page.locator("canvas.territory").waitFor();
  // What only the server knows to be impossible is taken back.
  await tab.point(8, 8).click();
  await page.getByText("J1 is not possible: <b>superko</b>.").waitFor();
  await tab.untilStones(5);
  await page.keyboard.press("ArrowRight");
  assert.equal(await slider.inputValue(), "3", "the game goes on");
  await page.locator(".thought").nth(2).waitFor();
  seen("candidates and territory of any position");

  await page.keyboard.press("ArrowLeft");
  await tab.point(4, 4).click();
  await tab.untilStones(3);
  await tab.button("Play on from here").click();
  await page.getByLabel("You play").selectOption("White");
  await tab.button("Start").click();
  await page.getByText("Your turn").waitFor();
  assert.equal(await tab.moves(), 3);
  await tab.untilStones(3);
  await tab.move([[0, 0]]);
  seen("a new game goes on from a position with a move that was tried");

  const phone = await open(390, 844, { touch: true, at: "#game/102" });
  await phone.page.getByText("3k").waitFor();
  await phone.point(4, 4).tap();
  await phone.untilStones(1);
  assert.ok((await phone.sidewaysScroll()) <= 0);
  await phone.button("Play on from here").tap();
  await phone.button("Back to the review").tap();
  seen("a phone");
}
