// A whole game without a mouse, from the new game to the count, with what is heard of it.

import assert from "node:assert/strict";

export default async function ({ open, seen }) {
  const tab = await open();
  const { keyboard } = tab.page;
  const focused = () => tab.page.evaluate(() => document.activeElement?.textContent ?? "");
  const press = async (...keys) => {
    for (const key of keys) await keyboard.press(key);
  };
  await tab.button("Start").waitFor();
  // Tab goes through everything in the order that one reads it.
  for (let presses = 0; !(await focused()).startsWith("Start"); presses++) {
    assert.ok(presses < 40, "Tab comes to Start");
    await press("Tab");
    const field = await tab.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    if (field === "Other size") await keyboard.type("5");
  }
  await press("Enter");
  await tab.page.waitForFunction(() => document.querySelectorAll(".shudan-vertex").length === 25);
  await tab.yourTurn();
  seen("a game is chosen and begun");

  // The first arrow puts the cursor in the middle.
  await press("ArrowUp");
  await tab.page.locator(".heard", { hasText: "C3, empty" }).waitFor({ state: "attached" });
  await press("Enter");
  await tab.untilMoves(2);
  await tab.yourTurn();
  await tab.page.locator('[role="status"]', { hasText: /White plays [A-E][1-5]/ }).waitFor({ state: "attached" });
  await press("h");
  await tab.page.getByText("I would play").waitFor();
  await press("u");
  await tab.untilStones(0);
  await press("Enter");
  await tab.untilMoves(2);
  await tab.yourTurn();
  seen("moves, a hint and taking back");

  await press("l");
  await tab.page.locator(".candidate").first().waitFor();
  await press("l", "d");
  await tab.page.getByText(/of 20k playouts/).waitFor();
  await press("d", "w");
  await tab.page.locator(".why").waitFor();
  await press("w", "t", "?");
  await tab.page.getByText("How to play here").waitFor();
  await press("Escape");
  await tab.page.locator("dialog").waitFor({ state: "detached" });
  seen("every view by its key");

  for (let turns = 0; turns < 40 && (await tab.button("Agree").count()) === 0; turns++) {
    const before = await tab.moves();
    // It asks first, and the safe answer has the focus.
    await press("p");
    await tab.page.locator("dialog[open]").waitFor();
    await press("Tab", "Enter");
    await tab.page.waitForFunction((before) => {
      const moves = Number(document.querySelector(".facts")?.textContent?.match(/Move (\d+)$/)?.[1]);
      const text = document.querySelector(".play-side")?.textContent ?? "";
      return text.includes("Agree") || (moves > before && text.includes("Your turn"));
    }, before);
  }
  for (let presses = 0; !(await focused()).startsWith("Agree"); presses++) {
    assert.ok(presses < 40, "Tab comes to Agree");
    await press("Tab");
  }
  await press("Enter");
  await tab.page.locator('[role="status"]', { hasText: "The game is over" }).waitFor({ state: "attached" });
  seen("the game is passed to its end, counted and agreed on");
}
