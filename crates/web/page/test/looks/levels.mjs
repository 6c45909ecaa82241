// Levels in ranks: what fits follows the games, and My games shows the rank over time.

import assert from "node:assert/strict";

export default async function ({ open, seen }) {
  const tab = await open(1280, 860);
  const { page } = tab;
  const chosen = () => page.getByLabel("Level").evaluate((select) => select.selectedOptions[0].textContent);
  await tab.button("Start").waitFor();
  assert.equal(await chosen(), "Fits me: 20 kyu");
  await tab.begin();
  await page.getByText("A close game · Chinese rules").waitFor();
  await tab.yourTurn();
  await page.keyboard.press("p");
  await tab.button("Yes, pass").click();
  await tab.button("Agree").click();
  await page.getByText("You played like 17 kyu today (19 to 15).").waitFor();
  seen("what rank the play was like");

  // The list of games comes a moment later.
  await page.waitForFunction(() => localStorage.getItem("shidogo.rank") === '"17k"');
  await page.keyboard.press("n");
  await tab.button("Start").waitFor();
  assert.equal(await chosen(), "Fits me: 17 kyu");
  await page.getByLabel("Level").selectOption("3 dan");
  await tab.button("Start").click();
  await page.getByText("Shidogo, 3d").waitFor();
  await page.reload();
  await page.getByText("Shidogo, 3d").waitFor();
  await page.keyboard.press("n");
  await tab.button("Start").waitFor();
  assert.equal(await chosen(), "3 dan");
  seen("the level that fits follows; a level of one's own is kept");

  for (const [width, height] of [[1280, 860], [390, 844]]) {
    const games = await open(width, height, { at: "#games" });
    await games.page.getByText("About 17 kyu, between 19 kyu and 15 kyu").waitFor();
    await games.page.locator(".rank-plot canvas").waitFor();
    assert.ok((await games.sidewaysScroll()) <= 0);
  }
  seen("My games shows the rank over time");
}
