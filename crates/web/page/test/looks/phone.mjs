// A phone: a swipe places nothing, a tap on 19 × 19 is confirmed, and names in the list of games are words.

import assert from "node:assert/strict";

export default async function ({ open, seen }) {
  const tab = await open(390, 844, { touch: true });
  const { page } = tab;
  const fingers = await page.context().newCDPSession(page);
  const at = async (x, y) => {
    const box = await tab.point(x, y).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const touch = (type, ...touchPoints) => fingers.send("Input.dispatchTouchEvent", { type, touchPoints });
  await tab.begin();
  await tab.yourTurn();

  const [from, to] = [await at(4, 2), await at(4, 6)];
  // All at once, as a swipe is: the page has no time to take it for a finger that rests.
  await Promise.all([
    touch("touchStart", from),
    ...[0.3, 0.6, 1].map((part) => touch("touchMove", { x: from.x, y: from.y + part * (to.y - from.y) })),
    touch("touchEnd"),
  ]);
  // Not a tap: the browser may take it for the end of the swipe.
  await tab.button("Hint").click();
  await page.getByText("I would play").waitFor();
  assert.equal(await tab.moves(), 0, "a swipe places nothing");
  await tab.point(4, 4).tap();
  await tab.untilMoves(2);
  await tab.yourTurn();
  seen("a swipe over the board places nothing, and a tap on 9 × 9 plays");

  const moved = () => tab.moves();
  await tab.button("More").tap();
  await tab.button("New game").tap();
  await page.getByText("19 × 19").tap();
  await tab.button("Start").tap();
  await page.waitForFunction(() => document.querySelectorAll(".shudan-vertex").length === 361);
  await tab.yourTurn();
  await tab.point(3, 3).tap();
  await page.locator(".ghost.black").waitFor();
  await tab.button("Play here: D16").waitFor();
  await tab.point(15, 3).tap();
  await tab.button("Play here: Q16").waitFor();
  assert.equal(await moved(), 0, "a tap places a stone to confirm");
  await tab.point(15, 3).tap();
  await tab.untilMoves(2);
  await page.locator(".play-here").waitFor({ state: "detached" });
  await tab.yourTurn();
  const free = await tab.freePoint([[3, 15], [3, 3]]);
  await tab.point(...free).tap();
  await page.locator(".play-here .button").tap();
  await tab.untilMoves(4);
  await tab.yourTurn();
  seen("on 19 × 19 a second tap or Play here confirms");

  await tab.button("More").tap();
  await tab.button("Confirm taps: 19×19").tap();
  await tab.button("Confirm taps: always").tap();
  await tab.button("Confirm taps: never").waitFor();
  await tab.button("Close").tap();
  await tab.point(...(await tab.freePoint([[9, 9], [9, 3]]))).tap();
  await tab.untilMoves(6);
  await page.reload();
  await tab.yourTurn();
  await tab.button("More").tap();
  await tab.button("Confirm taps: never").waitFor();
  seen("it is a setting, which is kept");

  for (const [width, height] of [[390, 844], [360, 640], [700, 900], [1000, 700]]) {
    const list = await open(width, height, { touch: width < 900, at: "#games" });
    await list.page.locator(".game-line").nth(3).waitFor();
    const tall = await list.page.locator(".game-line strong").evaluateAll((names) =>
      names
        .map((name) => [name.textContent, Math.round(name.clientHeight / parseFloat(getComputedStyle(name).lineHeight))])
        .filter(([name, lines]) => lines > name.split(" ").length),
    );
    assert.deepEqual(tall, [], `no word of a name is broken at ${width}`);
    assert.ok((await list.sidewaysScroll()) <= 0);
  }
  seen("names in the list of games are not broken");
}
