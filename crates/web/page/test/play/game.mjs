// A whole game by clicks: taking back, passing, the count, and a reload in the middle and at the end.

import assert from "node:assert/strict";

export default async function ({ server, open, seen }) {
  const tab = await open();
  assert.equal(tab.page.url(), `http://${server.host}/`);
  await tab.begin();
  await tab.yourTurn();
  assert.match(await tab.page.locator(".said").innerText(), /^Let's have a close game on 9×9/);
  seen("the token is gone from the address, and a game begins");

  await tab.move([[4, 4]]);
  await tab.untilStones(2);
  assert.match(await tab.page.locator(".said").innerText(), /I play [A-J][1-9]\./);
  // A partner that plays like a person mentions no win rate unless it is asked.
  const main = tab.page.locator("main");
  await tab.page.locator(".lesson p").getByText(/better/).waitFor();
  assert.doesNotMatch(await main.innerText(), /%|win rate/i);
  await tab.page.getByRole("tab", { name: "Why?" }).click();
  await main.getByText("Win rate", { exact: true }).waitFor();
  await tab.page.getByRole("tab", { name: "Why?" }).click();
  await tab.page.locator(".tab-panel").waitFor({ state: "detached" });
  assert.doesNotMatch(await main.innerText(), /%|win rate/i);
  seen("a partner at a level speaks of the board, and of numbers when it is asked");
  await tab.button("Take back").click();
  await tab.untilStones(0);
  await tab.move([[6, 6]]);
  await tab.page.reload();
  await tab.untilStones(2);
  await tab.yourTurn();
  seen("moves are answered, taken back, and there after a reload");

  // A corner for oneself, then passes: the partner answers until nothing is left to play.
  for (const at of [[6, 2], [2, 6], [2, 2], [5, 3], [7, 4], [3, 7]]) await tab.move([at]);
  await tab.untilCounting();
  const counting = tab.button("Agree");
  const score = () => tab.page.locator(".ending .result").innerText();
  const asItStands = await score();
  // A white stone that lives is called dead, and alive again.
  const alive = await tab.page.evaluate(() => {
    const stone = document.querySelector(".shudan-vertex.shudan-sign_-1:not(.shudan-dimmed)");
    return [Number(stone.dataset.x), Number(stone.dataset.y)];
  });
  const dead = tab.point(...alive).and(tab.page.locator(".shudan-dimmed"));
  await tab.point(...alive).click();
  await dead.waitFor();
  await tab.point(...alive).click();
  await dead.waitFor({ state: "detached" });
  // The table of the count adds up to what it says.
  const totals = await tab.page.locator(".count .total td").allInnerTexts();
  const [, winner, by] = (await score()).match(/(Black|White) wins by ([\d.]+)/);
  assert.equal((winner === "Black" ? 1 : -1) * (Number(totals[0]) - Number(totals[1])), Number(by));
  await counting.click();
  await tab.page.getByText("The game is over").first().waitFor();
  assert.equal(await score(), asItStands.replace("As it stands: ", ""));
  await tab.page.reload();
  await tab.page.getByText("The game is over").first().waitFor();
  seen("a whole game on 9 × 9, with passes, dead stones and the count");

  await tab.begin();
  await tab.yourTurn();
  await tab.page.keyboard.press("r");
  await tab.button("No, play on").click();
  await tab.yourTurn();
  await tab.page.keyboard.press("r");
  await tab.button("Yes, resign").click();
  await tab.page.getByText("White wins by resignation").first().waitFor();
  seen("resigning asks first");
}
