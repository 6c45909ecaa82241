// The page stays where it is: after Start, with every move, and when something is shown on the board.

import assert from "node:assert/strict";

const windows = [[1280, 800, false], [1000, 700, false], [390, 844, true], [360, 640, true]];

export default async function ({ open, seen }) {
  for (const [width, height, touch] of windows) {
    const tab = await open(width, height, { touch });
    const { page } = tab;
    const scrolled = () => page.evaluate(() => scrollY);
    const boardFits = async (when) => {
      const { x, y, width: wide, height: high } = await page.locator("#board").boundingBox();
      assert.ok(x >= 0 && y >= 0 && x + wide <= width + 0.5 && y + high <= height + 0.5, `${when}: ${x} ${y} ${wide} ${high}`);
    };
    await page.evaluate(() => localStorage.setItem("shidogo.tab", '"tree"'));
    await page.reload();
    await tab.button("Start").scrollIntoViewIfNeeded();
    await tab.button("Start").click();
    await page.locator(".players").waitFor();
    await tab.yourTurn();
    assert.equal(await scrolled(), 0, `after Start at ${width}`);
    await boardFits(`after Start at ${width}`);
    for (let i = 0; i < 10; i++) {
      await tab.move([[i % 9, Math.floor(i / 9) * 2]]);
      assert.equal(await scrolled(), 0, `after ${i + 1} moves at ${width}`);
    }
    await boardFits(`after moves at ${width}`);
    seen(`${width} × ${height}: Start and moves`);

    await page.goto(`${page.url().split("#")[0]}#game/102`);
    const fight = page.locator(".fight-line").first();
    await fight.waitFor();
    await page.waitForFunction(() => document.querySelector("#board")?.clientWidth > 200);
    const before = await page.locator("#board").boundingBox();
    await fight.click();
    await page.locator('.fight-line[aria-pressed="true"]').waitFor();
    await page.locator(".shudan-paint_1").first().waitFor();
    const after = await page.locator("#board").boundingBox();
    assert.deepEqual([after.width, after.height], [before.width, before.height], `the board of a fight at ${width}`);
    await boardFits(`a fight at ${width}`);
    seen(`${width} × ${height}: a fight of a review`);
  }
}
