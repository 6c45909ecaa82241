// New to Go: all six exercises on the board, with moves that are wrong first, then the end of the lesson.

import assert from "node:assert/strict";

const letters = "ABCDEFG";

export default async function ({ open, seen }) {
  const tab = await open();
  const { page } = tab;
  const comment = page.locator(".step-comment");
  const play = (name) => tab.point(letters.indexOf(name[0]), 7 - Number(name[1])).click();
  const says = (words) => comment.getByText(words).waitFor();
  const title = (name) => page.getByRole("heading", { name, exact: true }).waitFor();
  const stone = (name) =>
    page.evaluate(
      ([x, y]) => document.querySelector(`.shudan-vertex[data-x="${x}"][data-y="${y}"]`)?.className.match(/shudan-sign_(-?1|0)/)?.[1],
      [letters.indexOf(name[0]), 7 - Number(name[1])],
    );
  const next = async () => {
    await page.locator(".step-comment.solved").waitFor();
    await tab.button("Next").click();
  };

  await page.getByRole("link", { name: "New to Go?" }).click();
  await title("Capture");
  await page.locator(".shudan-vertex.shudan-marker_triangle").waitFor();
  await play("A1");
  await says("The stone at C5 still has a liberty at D5. Fill it.");
  await play("A1");
  await says("There is a stone already.");
  await play("D5");
  await says("the two at F3 have one left");
  assert.equal(await stone("C5"), "0");
  await play("G2");
  await says("All captured.");
  assert.deepEqual([await stone("F3"), await stone("G3")], ["0", "0"]);
  await tab.button("Again").click();
  await page.locator(".step-comment.open").waitFor();
  assert.equal(await stone("C5"), "-1");
  await play("G2");
  await says("Now the stone at C5.");
  await play("D5");
  await next();
  seen("stones are captured, in any order and again");

  await title("Save a stone");
  await play("A1");
  await says("White filled its last liberty, D3, and captured it.");
  assert.equal(await stone("D4"), "0");
  // Nothing goes on until it is tried again.
  await play("G7");
  assert.equal(await stone("G7"), "0");
  await tab.button("Try again").click();
  await tab.untilStones(4);
  await play("D3");
  await says("Saved. It has three liberties now");
  await next();
  seen("a stone is lost, then saved");

  await title("Ko");
  await play("E4");
  await says("That is the rule of ko");
  await play("A1");
  await says("White took back.");
  await play("E4");
  await says("Not yet: that would bring back the board of a moment ago.");
  assert.equal(await stone("E4"), "0");
  await play("A2");
  await says("You may take at E4 again.");
  await play("E4");
  await says("That is the rule of ko");
  await play("D4");
  await says("The ko is over.");
  await next();
  seen("nobody takes back at once in a ko");

  await title("Two eyes");
  await play("A1");
  await says("White took B1. One eye is left");
  await tab.button("Try again").click();
  await page.locator(".step-comment.open").waitFor();
  await play("B1");
  await says("Two eyes, A1 and C1.");
  await next();
  await title("Close the border");
  await play("E2");
  await says("White came in at D4");
  await tab.button("Try again").click();
  await page.locator(".step-comment.open").waitFor();
  await play("D4");
  await says("Every point now belongs to one of you.");
  await next();
  await title("Count");
  await play("A1");
  await says("There is nothing left to play.");
  await play("D7");
  await says("Those stones live.");
  await play("B2");
  await says("You have 11 stones and 18 points around them: 29. White has 20. You win by 9.");
  await page.locator(".shudan-vertex.shudan-dimmed").waitFor();
  assert.ok(!/%|win rate/i.test(await page.locator(".learn").innerText()), "no percentages");
  await next();
  await page.getByText("That is all there is.").waitFor();
  await tab.untilCount(page.locator(".lesson-steps a.solved"), 6);
  seen("two eyes, the border, the count");

  await page.getByRole("link", { name: "3. Ko, done" }).click();
  await title("Ko");
  await tab.button("Skip this").click();
  await title("Two eyes");
  await page.goBack();
  await title("Ko");
  await page.reload();
  await title("Ko");
  await tab.untilStones(7);
  await page.getByRole("link", { name: "Leave", exact: true }).click();
  await tab.button("Start").waitFor();
  seen("any step again, skipped, left; the browser's own buttons work");

  await page.goto(`${page.url().split("#")[0]}#learn/escape`);
  await title("Save a stone");
  await tab.untilStones(4);
  // The cursor begins in the middle, on the stone.
  for (const key of ["ArrowUp", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await says("Saved.");
  await page.keyboard.press("Enter");
  await title("Ko");
  seen("without a mouse");

  for (const [width, height] of [[390, 844], [360, 640], [740, 360]]) {
    await page.setViewportSize({ width, height });
    // The board follows the window a moment later: nothing is beside it, and the board is in sight.
    await page.waitForFunction(() => {
      const box = document.querySelector(".shudan-goban").getBoundingClientRect();
      return document.documentElement.scrollWidth <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
    });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await tab.untilStones(7);
  await play("E4");
  await says("That is the rule of ko");
  const buttons = await page.locator(".step .buttons").boundingBox();
  assert.ok(buttons.y + buttons.height <= 844, "the buttons are in sight under the longest comment");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "New to Go?" }).click();
  await title("Capture");
  seen("on a phone");
}
