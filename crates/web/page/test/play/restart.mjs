// Two tabs at one game, and a server that is killed and started again in the middle.

import assert from "node:assert/strict";

export default async function ({ server, open, seen }) {
  const first = await open();
  await first.begin();
  await first.yourTurn();
  await first.move([[4, 4]]);
  const second = await open();
  await second.untilStones(2);
  await second.yourTurn();
  await second.move([[2, 2], [6, 6], [2, 6]]);
  await first.untilStones(4);
  await first.button("Take back").click();
  await second.untilStones(2);
  seen("two tabs show and play the same game");

  for (const tab of [first, second]) tab.expectLoss = true;
  await server.kill();
  for (const tab of [first, second]) await tab.page.getByText("Connection lost").waitFor();
  const { address, host } = server;
  await server.restart();
  // Another token for those who come, and the same sessions for those who are there.
  assert.ok(server.host === host && server.address !== address);
  for (const tab of [first, second]) {
    await tab.page.getByText("Connection lost").waitFor({ state: "detached" });
    tab.expectLoss = false;
    await tab.untilStones(2);
  }
  await first.yourTurn();
  await first.move([[6, 2], [2, 6], [6, 6]]);
  await second.untilStones(4);
  seen("a killed server goes on with the same game, in both tabs");

  // Killed while the partner thinks, it thinks again.
  await first.begin(async () => {
    await first.page.getByText("White", { exact: true }).click();
    await first.page.getByText("More: rules, komi, handicap, clock").click();
    await first.page.getByLabel("Level").selectOption("Full strength");
    await first.page.getByLabel("Thinking time per move").selectOption("5 seconds");
  });
  await first.page.getByText(/Thinking…/).waitFor();
  first.expectLoss = second.expectLoss = true;
  await server.kill();
  await first.page.getByText("Connection lost").waitFor();
  await server.restart();
  await first.yourTurn();
  await first.untilStones(1);
  first.expectLoss = second.expectLoss = false;
  seen("a partner that was interrupted thinks again");
}
