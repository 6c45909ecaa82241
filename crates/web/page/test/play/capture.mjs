// The first game: capturing a stone wins. A stone that is about to be lost is warned of, and the partner waits.

import assert from "node:assert/strict";

export default async function ({ open, seen }) {
  const tab = await open();
  const { page } = tab;
  await page.goto(`${page.url().split("#")[0]}#learn/play`);
  await tab.button("First capture, 5 × 5").click();
  await page.getByText("The first to capture a stone wins").waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".shudan-vertex").length === 25);
  assert.equal(await page.getByText(/%|win rate/i).count(), 0);
  assert.equal(await tab.button("Look").count() + (await page.locator(".view-side").count()), 0, "only the board");
  seen("a game to the first capture begins");

  // Hints win sooner or later; White may win first, and then the game is played again.
  const over = page.locator(".ending");
  const warned = page.locator(".warning");
  const settled = () =>
    page.waitForFunction(() => {
      const text = document.querySelector(".play-side")?.textContent ?? "";
      return document.querySelector(".ending") || document.querySelector(".warning") || text.includes("Your turn");
    });
  /** Until the player is to move or the game is over; whatever is warned of stands. */
  const playable = async () => {
    await settled();
    if (await warned.count()) {
      await tab.button("Leave it").click();
      await warned.waitFor({ state: "detached" });
      await settled();
    }
    return (await over.count()) === 0;
  };
  let wasWarned = false;
  let won = false;
  for (let games = 0; games < 20 && !(won && wasWarned); games++) {
    for (let moves = 0; moves < 30 && !(await over.count()); moves++) {
      if (!wasWarned && moves > 0) {
        // A corner beside a white stone is a good place to be warned at.
        for (const [x, y] of [[0, 0], [4, 0], [0, 4], [4, 4]]) {
          const free = await page.locator(`.shudan-vertex.shudan-sign_0[data-x="${x}"][data-y="${y}"]`).count();
          const white = [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]].map(([x, y]) =>
            page.locator(`.shudan-vertex.shudan-sign_-1[data-x="${x}"][data-y="${y}"]`).count(),
          );
          if (!free || (await Promise.all(white)).reduce((a, b) => a + b, 0) !== 1) continue;
          const before = await tab.stones();
          await tab.point(x, y).click();
          // It is still "your turn" until the server has answered.
          await page.waitForFunction(
            (before) => document.querySelectorAll(".shudan-vertex:not(.shudan-sign_0)").length !== before,
            before,
          );
          await settled();
          if (!(await warned.count())) break;
          await warned.getByText(/one liberty left\. White can capture (it|them) next\. Want to take (it|your move) back\?/).waitFor();
          // It has the focus: one key takes the stone back.
          await page.keyboard.press("Enter");
          await tab.untilStones(before);
          await tab.yourTurn();
          wasWarned = true;
          break;
        }
        if (await over.count()) break;
      }
      if (!(await playable())) break;
      const stones = await tab.stones();
      await tab.button("Hint").click();
      const words = await page.locator(".said", { hasText: /I would play [A-E][1-5]/ }).innerText();
      const at = words.match(/I would play ([A-E])([1-5])/);
      await tab.point("ABCDE".indexOf(at[1]), 5 - Number(at[2])).click();
      await page.waitForFunction(
        (stones) => document.querySelectorAll(".shudan-vertex:not(.shudan-sign_0)").length !== stones || document.querySelector(".ending"),
        stones,
      );
      await playable();
    }
    await over.waitFor();
    won ||= (await over.innerText()).includes("You captured first.");
    if (won && wasWarned) break;
    await tab.button("Play again").click();
    await over.waitFor({ state: "detached" });
    await tab.yourTurn();
  }
  assert.ok(won, "a beginner is beaten within some games");
  assert.ok(wasWarned, "a stone in atari was warned of");
  seen("a warning before a stone is lost, and a won game");

  if (await tab.button("First to 3 captures, 7 × 7").count()) await tab.button("First to 3 captures, 7 × 7").click();
  await page.getByText("The first to capture 3 stones wins").waitFor();
  await tab.yourTurn();
  await page.reload();
  await page.getByText("The first to capture 3 stones wins").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await tab.button("More").click();
  assert.equal(await tab.button("Graph").count(), 0);
  await tab.button("Close").click();
  assert.ok((await tab.sidewaysScroll()) <= 0);
  seen("three captures on 7 × 7 come next, also on a phone");

  await page.getByRole("link", { name: "My games" }).click();
  await page.getByText("first capture").first().waitFor();
  assert.equal(await page.getByRole("link", { name: "Review", exact: true }).count(), 0, "there is nothing to review in it");
  seen("such games are in the list, without a review");
}
