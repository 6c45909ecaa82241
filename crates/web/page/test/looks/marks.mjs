// What lies over the stones: territory on one's own turn, candidates beside fights, and a legend of all of it.

import assert from "node:assert/strict";

export default async function ({ open, seen }) {
  const tab = await open(1280, 800);
  const { page } = tab;
  /** Points of the board on which territory is drawn. */
  const drawn = () =>
    page.evaluate(() => {
      const canvas = document.querySelector("canvas.territory");
      if (!canvas) return 0;
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, i) => i % 4 === 3 && value > 0).length;
    });
  await tab.begin();
  await tab.yourTurn();
  await tab.button("Territory").click();
  await page.waitForFunction(() => document.querySelector("canvas.territory") !== null);
  for (let tries = 0; (await drawn()) === 0; tries++) {
    assert.ok(tries < 100, "territory is drawn on one's own turn");
    await page.waitForTimeout(50);
  }
  assert.equal(await page.locator(".thought").count(), 0, "and nothing is told of moves");
  assert.equal(await page.locator(".candidate").count(), 0);
  await tab.move([[4, 4]]);
  assert.equal(await page.locator(".thought").count(), 0);
  await page.reload();
  await tab.yourTurn();
  for (let tries = 0; (await drawn()) === 0; tries++) {
    assert.ok(tries < 100, "it is remembered");
    await page.waitForTimeout(50);
  }
  await tab.button("Territory").click();
  await page.locator("canvas.territory").waitFor({ state: "detached" });
  seen("territory without Look, and without a word about moves");

  await tab.button("Look").click();
  await page.locator(".thought").first().waitFor();
  await tab.button("Fights").click();
  await page.locator(".fight-number").first().waitFor();
  assert.equal(await tab.button("Look").getAttribute("aria-pressed"), "true");
  const bars = await page.locator(".histogram rect").evaluateAll((rects) => rects.map((rect) => rect.height.baseVal.value));
  assert.equal(Math.max(...bars), 90, "the highest bar is as high as the picture");
  assert.ok((await page.locator(".thought").count()) > 0, "candidates stay on the board with fights");
  await tab.button("Look").click();
  await page.locator(".thought").first().waitFor({ state: "detached" });
  await page.locator(".fight-number").first().waitFor();
  seen("fights and candidates together");

  for (const [width, height] of [[1280, 800], [390, 844]]) {
    await page.setViewportSize({ width, height });
    if (width < 960) await tab.button("More").click();
    await tab.button("Legend").click();
    for (const words of ["The move it likes best", "Loses up to 6 points", "Likely Black's", "Stones in danger", "win rate in percent"]) {
      await page.getByText(words).first().scrollIntoViewIfNeeded();
    }
    // The colours are those of the board.
    const colour = (selector) => page.locator(selector).first().evaluate((mark) => getComputedStyle(mark, "::before").backgroundColor);
    assert.notEqual(await colour(".legend-sample .thought.best"), await colour(".legend-sample .thought.terrible"));
    const box = await page.locator("dialog").boundingBox();
    assert.ok(box.width <= width && box.height <= height, "the legend fits the window");
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  }
  seen("a legend");
}
