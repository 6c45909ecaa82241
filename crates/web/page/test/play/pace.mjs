// A partner that takes as long as a person: it can be interrupted like any other, and it answers in the end.

import assert from "node:assert/strict";

export default async function ({ open, seen }) {
  const tab = await open();
  await tab.begin(async () => {
    await tab.page.getByText("More: rules, komi, handicap, clock").click();
    await tab.page.getByLabel("Its pace").selectOption("Takes as long as a person");
  });
  await tab.yourTurn();
  await tab.point(4, 4).click();
  await tab.page.getByText(/^Thinking… /).waitFor();
  assert.equal(await tab.page.locator(".time-to-think progress").count(), 0, "nobody knows how long it takes");
  await tab.button("Take back").click();
  await tab.untilStones(0);
  seen("a move is taken back while the partner waits");
  await tab.move([[4, 4]]);
  await tab.untilStones(2);
  await tab.page.reload();
  await tab.page.getByText("Move 2").waitFor();
  seen("it answers in its own time");
}
