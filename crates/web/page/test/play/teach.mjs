// Being taught: what a move cost, a better one, trying again, why the partner moved, and hints that agree with it.

import assert from "node:assert/strict";

export default async function ({ open, seen }) {
  const tab = await open();
  await tab.begin();
  await tab.yourTurn();
  await tab.move([[0, 0]]);
  const lesson = tab.page.locator(".lesson");
  await lesson.getByText(/\(about \d+ points\)/).waitFor();
  const words = await lesson.innerText();
  const cost = Number(words.match(/about (\d+) points/)[1]);
  assert.ok(cost > 2, words);
  assert.doesNotMatch(words, /%|win rate/i);
  const better = words.match(/([A-J][1-9]) was better/)[1];
  await tab.page.locator(".cost-mark").waitFor();
  await tab.button("Show it").hover();
  // The better move is laid out on the board as it was before.
  await tab.page.locator(".shudan-vertex.shudan-marker_label").first().waitFor();
  assert.equal(await tab.page.locator('.shudan-vertex[data-x="0"][data-y="0"].shudan-sign_0').count(), 1);
  seen("what a move cost, and a better one");

  await tab.button("Try again").click();
  await tab.untilStones(0);
  await tab.button("Hint").click();
  await tab.page.getByText("I would play").waitFor();
  const advice = await tab.page.locator(".said").innerText();
  const hint = advice.match(/I would play ([A-J][1-9])/)[1];
  assert.ok(hint === better || advice.startsWith(`I named ${better} before, but on a second look`), advice);
  await tab.button("Look").click();
  await tab.page.locator(".candidate").nth(2).waitFor();
  const first = await tab.page.locator(".candidate strong").allInnerTexts();
  // The board is empty: moves that are each other's image are the same move.
  const alike = (name) => ["ABCDEFGHJ".indexOf(name[0]) - 4, Number(name[1]) - 5].map(Math.abs).sort().join();
  const ahead = first.slice(0, 3).map(alike);
  assert.ok(ahead.includes(alike(hint)), `the hint ${hint} is among the moves that it considers: ${first}`);
  assert.ok(hint === better || first.includes(better), `${better}, which it called better, is still one of ${first}`);
  await tab.button("Look").click();
  const [x, y] = ["ABCDEFGHJ".indexOf(hint[0]), 9 - Number(hint[1])];
  await tab.move([[x, y]]);
  await lesson.getByText(`I found nothing better than ${hint}`).waitFor();
  seen("trying again with the hint costs nothing");

  await tab.button("Why?").click();
  const said = await tab.page.locator(".said p").first().innerText();
  const chosen = await tab.page.locator(".why .chosen th").first().innerText();
  assert.ok(said.includes(`I play ${chosen}.`), `${said} is about ${chosen}`);
  await tab.page.locator(".why .chosen .rule").getByText(/^Played: /).waitFor();
  await tab.button("Teach").click();
  await lesson.waitFor({ state: "detached" });
  seen("why it moved");
}
