// A phone: everything fits, a finger shows where the stone goes, and may be moved before it is let go.

import assert from "node:assert/strict";

export const window = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

export default async function ({ context, open, seen }) {
  const tab = await open();
  const { page } = tab;
  assert.ok((await tab.sidewaysScroll()) <= 0);
  await tab.begin();
  await tab.yourTurn();
  assert.ok((await tab.sidewaysScroll()) <= 0);
  await page.locator("#board").scrollIntoViewIfNeeded();

  const fingers = await context.newCDPSession(page);
  const at = async (x, y) => {
    const box = await tab.point(x, y).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const touch = (type, ...touchPoints) => fingers.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", await at(2, 2));
  await page.locator(".ghost.black").waitFor();
  await touch("touchMove", await at(3, 4));
  await page.waitForFunction(() => document.querySelector(".ghost")?.style.left === "3em");
  assert.equal(await tab.stones(), 0, "nothing is placed before the finger is lifted");
  await touch("touchMove", await at(6, 6));
  await touch("touchEnd");
  await tab.untilMoves(2);
  await tab.point(6, 6).and(page.locator(".shudan-sign_1")).waitFor();
  await tab.yourTurn();
  seen("a stone is dragged to its point");

  const stones = await tab.stones();
  const free = await tab.freePoint([[2, 2], [2, 6]]);
  await touch("touchStart", await at(...free));
  await page.locator(".ghost.black").waitFor();
  await touch("touchMove", { x: 355, y: 5 });
  await touch("touchEnd");
  await page.locator(".ghost").waitFor({ state: "detached" });
  assert.equal(await tab.stones(), stones, "off the board nothing is placed");
  const { x, y } = await at(...free);
  await page.touchscreen.tap(x, y);
  await tab.untilMoves(4);
  seen("off the board nothing is placed, and a tap plays");

  for (const name of ["Curve", "Fights", "Lines", "Moves", "Why?", "Graph"]) {
    await tab.button("More").tap();
    await tab.button(name).tap();
    await page.locator(".opened").waitFor();
    assert.ok((await tab.sidewaysScroll()) <= 0, `${name} fits`);
  }
  await tab.button("Close").tap();
  await page.locator(".said").waitFor();
  // Thumbs need room.
  const bar = await page.locator(".bar .button").all();
  assert.equal(bar.length, 4);
  for (const button of bar) assert.ok((await button.boundingBox()).height >= 40);
  seen("every view fits");
}
