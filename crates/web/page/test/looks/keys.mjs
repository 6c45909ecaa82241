// Single keys: passing asks first, and all of them can be turned off.

import assert from "node:assert/strict";

export default async function ({ open, seen }) {
  const tab = await open(1280, 800);
  const { page } = tab;
  await tab.begin();
  await tab.yourTurn();
  await page.keyboard.press("p");
  await page.getByText("Pass this turn?").waitFor();
  // A hasty Enter does nothing.
  await page.keyboard.press("Enter");
  await page.locator("dialog").waitFor({ state: "detached" });
  await tab.button("Hint").click();
  await page.getByText("I would play").waitFor();
  assert.equal(await tab.moves(), 0, "nothing was passed");
  await page.keyboard.press("p");
  await tab.button("Yes, pass").click();
  await page.getByText("Counting").first().waitFor();
  seen("p asks before it passes");

  await tab.begin();
  await tab.yourTurn();
  assert.equal(await tab.page.locator(".controls kbd").count(), 9);
  await page.keyboard.press("?");
  await page.getByLabel("Single keys work as shortcuts").uncheck();
  await page.keyboard.press("Escape");
  for (const key of ["p", "l", "r", "n", "?"]) await page.keyboard.press(key);
  assert.equal(await page.locator("dialog").count(), 0);
  assert.equal(await tab.button("Look").getAttribute("aria-pressed"), "false");
  assert.equal(await page.locator(".controls kbd").count(), 0, "no key is named that does nothing");
  await page.reload();
  await tab.yourTurn();
  await page.keyboard.press("l");
  assert.equal(await tab.button("Look").getAttribute("aria-pressed"), "false", "it is remembered");
  // Keys that nobody presses by speaking still work.
  await page.keyboard.press("ArrowUp");
  await page.locator(".heard", { hasText: "E5, empty" }).waitFor({ state: "attached" });
  await tab.button("Help").click();
  await page.getByLabel("Single keys work as shortcuts").check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("l");
  assert.equal(await tab.button("Look").getAttribute("aria-pressed"), "true");
  seen("single keys are turned off, and stay so until they are turned on");
}
