// What answers a button is in sight, at every size that has no room for everything: nothing is below the fold.

import assert from "node:assert/strict";

const windows = [[1280, 800, false], [1000, 700, false], [390, 844, true], [360, 640, true], [740, 360, true]];

export default async function ({ open, seen }) {
  for (const [width, height, touch] of windows) {
    const tab = await open(width, height, { touch });
    const { page } = tab;
    const size = `${width} × ${height}`;
    const compact = width < 960 || height < 560;
    /** Whether the beginning of something, or all of it, is in the window and nothing lies over it. */
    const inSight = async (locator, what, whole = false) => {
      await locator.first().waitFor();
      const hidden = await locator.first().evaluate((element, whole) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
        const wanted = whole ? [lines[0], lines.at(-1)] : [lines[0]];
        return wanted
          .map(({ left, top, width, height }) => [left + Math.min(width, 20) / 2, top + height / 2])
          .filter(([x, y]) => !element.contains(document.elementFromPoint(x, y)))
          .map((at) => at.map(Math.round).join(", "));
      }, whole);
      assert.deepEqual(hidden, [], `${what} is in sight at ${size}`);
    };
    /** A button, wherever it is kept. */
    const press = async (name) => {
      if (compact && !["Hint", "Pass", "Take back"].includes(name)) await tab.button("More").click();
      if (!compact && ["Moves", "Graph"].includes(name)) await page.getByRole("tab", { name }).click();
      else await tab.button(name).last().click();
    };

    await tab.begin();
    await tab.yourTurn();
    await tab.move([[4, 4]]);
    await inSight(page.locator(".said p"), "the sentence", true);
    await inSight(page.locator(".lesson p"), "the lesson", true);
    await inSight(tab.button("Take back"), "Take back");
    await press("Hint");
    await inSight(page.getByText("I would play"), "the hint", true);
    await press("Fights");
    await inSight(page.locator(".fight strong"), "the first fight");
    await press("Hint");
    await inSight(page.getByText("I would play"), "a hint while fights are looked at", true);
    await press("Look");
    await press("Moves");
    await inSight(page.locator(".candidate strong"), "the first candidate");
    await press("Why?");
    await inSight(page.getByText("Shidogo has not chosen a move yet."), "why");
    await press("Graph");
    await inSight(page.locator(".graph .standing"), "the graph");
    await press("New game");
    await inSight(tab.button("Start"), "Start");
    await inSight(page.locator("#new-game-title"), "the choices");
    await tab.button("Back to the game").click();
    await press("Pass");
    await inSight(tab.button("Agree"), "Agree");
    const below = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    assert.equal(below, 0, `nothing is below the window at ${size}`);
    assert.ok((await tab.sidewaysScroll()) <= 0);
    seen(`${size}: a game`);

    await page.goto(`${page.url().split("#")[0]}#game/102`);
    for (const line of [page.locator(".mistake-line").nth(1), tab.button("Next mistake"), page.locator(".fight-line").last()]) {
      await line.click();
      await inSight(page.locator(".here .what"), "what is said of the position");
      const { y, height: high } = await page.locator("#board").boundingBox();
      assert.ok(y >= 0 && y + high <= height, `the board is in sight at ${size}`);
    }
    assert.ok((await tab.sidewaysScroll()) <= 0);
    seen(`${size}: a review`);
  }
}
