// A clock with byo-yomi: shown, kept over a reload and a restart, and a flag that falls.

import assert from "node:assert/strict";

const seconds = (text) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

export default async function ({ server, open, seen }) {
  const tab = await open();
  const { page } = tab;
  const choose = async (main, periods, period) => {
    const more = page.locator("details:not([open]) summary");
    if (await more.count()) await more.click();
    await page.getByLabel("Clock").selectOption("Custom");
    await page.getByLabel("Main time in minutes").last().fill(String(main));
    await page.getByLabel("Periods").last().fill(String(periods));
    await page.getByLabel("Seconds per period").last().fill(String(period));
  };
  await tab.begin(() => choose(7, 2, 15));
  await tab.yourTurn();
  const clock = page.getByLabel("Black's clock");
  await clock.getByText("2 × 15 s").waitFor();
  // It runs.
  await clock.getByText("6:58").waitFor();
  await tab.move([[4, 4]]);
  const left = seconds(await clock.locator("strong").innerText());
  assert.ok(left < 420, `${left} s`);
  tab.expectLoss = true;
  await server.kill();
  await page.getByText("Connection lost").waitFor();
  await server.restart();
  await page.getByText("Connection lost").waitFor({ state: "detached" });
  tab.expectLoss = false;
  await page.reload();
  await tab.yourTurn();
  const later = seconds(await clock.locator("strong").innerText());
  assert.ok(later <= left && later > 60, `${later} s after ${left} s`);
  seen("a clock runs, and goes on after a restart and a reload");

  await tab.begin(() => choose(0, 2, 1));
  await page.getByText("White wins on time").first().waitFor();
  await clock.getByText("0:00").waitFor();
  seen("a flag falls");
}
