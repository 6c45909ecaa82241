// A partner that keeps the game close: it speaks of the board, says why when asked, and shows in the end where it held back.

import assert from "node:assert/strict";

export default async function ({ open, seen }) {
  const tab = await open();
  const { page } = tab;
  await tab.begin(async () => {
    await page.getByLabel("Aim").selectOption("You win by a little");
    await tab.size(7);
  });
  await tab.yourTurn();
  assert.match(await page.locator(".said").innerText(), /^I won't make it too hard for you on 7×7 today/);
  await page.getByText("You win by a little · Chinese rules").waitFor();
  // Moves that nobody else plays, so that there is something to hold back from.
  for (const at of [[0, 0], [6, 6], [0, 6], [6, 0]]) await tab.move([at]);
  await page.locator(".lesson p").getByText(/better/).waitFor();
  assert.doesNotMatch(await page.locator("main").innerText(), /%|win rate/i);
  assert.equal(await page.locator(".steering").count(), 0, "it is not told during the game");
  seen("a partner that aims at a result speaks of the board");

  await tab.button("Why?").click();
  const why = page.locator(".why");
  await why.getByText("People", { exact: true }).waitFor();
  const said = await page.locator(".said p").first().innerText();
  const chosen = await why.locator(".chosen th").first().innerText();
  assert.ok(said.includes(`I play ${chosen}.`), `${said} is about ${chosen}`);
  assert.match(await why.locator(".chosen .rule").innerText(), /^Played: /);
  assert.ok((await why.locator("tbody").count()) > 1);
  for (const words of await why.locator(".rule").allInnerTexts()) assert.match(words, /^(Played: |Left out: |Also possible)/);
  seen("the table of its decision");

  await page.keyboard.press("r");
  await tab.button("Yes, resign").click();
  await page.getByText("Where it held back").click();
  await page.locator(".steering p").getByText(/^I (held back|never had to)/).waitFor();
  await page.locator(".steering svg .lead-line").waitFor();
  const held = page.locator(".steering li button");
  await tab.untilCount(held, await page.locator(".steering circle").count());
  if ((await held.count()) > 0) {
    await held.first().click();
    await page.getByText(/^Move \d+\. Click to go back$/).waitFor();
  }
  await page.reload();
  await page.getByText("Where it held back").waitFor();
  seen("where it held back, move by move");
}
