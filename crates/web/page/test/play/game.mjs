// A whole game by clicks: taking back, passing, the count, and a reload in the middle and at the end.

import assert from "node:assert/strict";

export default async function ({ server, open, seen }) {
  const tab = await open();
  assert.equal(tab.page.url(), `http://${server.host}/`);
  await tab.begin();
  await tab.yourTurn();
  seen("the token is gone from the address, and a game begins");

  await tab.move([[4, 4]]);
  assert.equal(await tab.stones(), 2);
  assert.match(await tab.page.locator(".said").innerText(), /^I play [A-J][1-9]: .* chance to win is \d+ %/s);
  await tab.button("Take back").click();
  await tab.untilStones(0);
  await tab.move([[6, 6]]);
  await tab.page.reload();
  await tab.untilStones(2);
  await tab.yourTurn();
  seen("moves are answered, taken back, and there after a reload");

  await tab.begin(() => tab.size(5));
  await tab.page.waitForFunction(() => document.querySelectorAll(".shudan-vertex").length === 25);
  await tab.yourTurn();
  await tab.move([[2, 2]]);
  // The partner answers until nothing is left to play.
  const counting = tab.button("Agree");
  for (let turns = 0; turns < 40; turns++) {
    await tab.yourTurn().catch(() => {});
    if (await counting.isVisible()) break;
    const before = await tab.moves();
    await tab.page.keyboard.press("p");
    await tab.page.waitForFunction((before) => {
      const moves = Number(document.querySelector(".facts")?.textContent?.match(/Move (\d+)$/)?.[1]);
      const text = document.querySelector(".play-side")?.textContent ?? "";
      return text.includes("Agree") || (moves > before && text.includes("Your turn"));
    }, before);
    if (await counting.isVisible()) break;
  }
  await counting.click();
  await tab.page.getByText("The game is over").first().waitFor();
  await tab.page.reload();
  await tab.page.getByText("The game is over").first().waitFor();
  seen("a whole game, with passes and the count");

  await tab.begin();
  await tab.yourTurn();
  await tab.page.keyboard.press("r");
  await tab.button("No, play on").click();
  await tab.yourTurn();
  await tab.page.keyboard.press("r");
  await tab.button("Yes, resign").click();
  await tab.page.getByText("White wins: the other side resigned").first().waitFor();
  seen("resigning asks first");
}
