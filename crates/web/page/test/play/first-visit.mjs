// The first visit asks one question, once: what is answered decides where one begins.

import assert from "node:assert/strict";

export const firstVisit = true;

export default async function ({ open, context, seen }) {
  const tab = await open();
  const { page } = tab;
  const question = page.getByText("Have you played Go before?");
  const forget = async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto(page.url().split("#")[0]);
    await question.waitFor();
  };
  await question.waitFor();
  assert.equal(await tab.button("Start").count(), 0, "one question, and nothing else to choose");
  await tab.button("No, show me").click();
  await page.getByRole("heading", { name: "Capture", exact: true }).waitFor();
  await page.getByRole("link", { name: "Leave", exact: true }).click();
  await tab.button("Start").waitFor();
  await page.reload();
  await tab.button("Start").waitFor();
  assert.equal(await question.count(), 0);
  seen("somebody new is shown how, and is not asked again");

  await forget();
  await tab.button("A little").click();
  await tab.button("Start").waitFor();
  assert.equal(await page.getByLabel("9 × 9").isChecked(), true);
  await forget();
  await tab.button("I have a rank").click();
  const ranks = page.getByLabel("Your rank");
  await tab.untilCount(ranks.locator("option"), 39);
  await ranks.selectOption("4 kyu");
  await tab.button("Begin there").click();
  await tab.button("Start").waitFor();
  assert.equal(await page.getByLabel("19 × 19").isChecked(), true);
  const level = page.getByLabel("Level");
  assert.equal(await level.evaluate((select) => select.selectedOptions[0].textContent), "Fits me: 4 kyu");
  await tab.untilCount(level.locator("option"), 42);
  seen("a little, and a rank");

  // Another tab is the same visitor.
  const other = await open();
  await other.button("Start").waitFor();
  assert.equal((await context.pages()).length, 2);
  seen("it is kept");
}
