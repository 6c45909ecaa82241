// The count, line by line, as a player would check it.

import assert from "node:assert/strict";

export default async function ({ open, seen }) {
  for (const [rules, caption, names] of [
    ["Chinese", "Area scoring", ["Stones on the board", "Territory", "Komi", "Total"]],
    ["Japanese", "Territory scoring", ["Territory", "Captured and dead stones", "Komi", "Total"]],
  ]) {
    const tab = await open(1280, 800);
    const { page } = tab;
    await tab.begin(async () => {
      await page.getByText("More: rules, komi, handicap, clock").click();
      await page.locator("label", { hasText: "Rules" }).locator("select").selectOption(rules);
    });
    await tab.yourTurn();
    await tab.move([[4, 4]]);
    await tab.button("Pass").click();
    await tab.button("Agree").waitFor();
    const rows = async () => {
      const all = await page.locator(".count tbody tr").evaluateAll((rows) =>
        rows.map((row) => [...row.children].map((cell) => cell.textContent)),
      );
      return new Map(all.map(([name, black, white]) => [name, [Number(black), Number(white)]]));
    };
    const adds = async () => {
      const table = await rows();
      assert.deepEqual([...table.keys()], names);
      const total = table.get("Total");
      for (const side of [0, 1]) {
        const sum = names.slice(0, -1).reduce((sum, name) => sum + table.get(name)[side], 0);
        assert.equal(sum, total[side], `${rules}: the lines add up`);
      }
      const result = await page.locator(".ending .result").innerText();
      const [, winner, by] = result.match(/(Black|White) wins by ([\d.]+)/);
      assert.equal(winner === "Black" ? total[0] - total[1] : total[1] - total[0], Number(by), result);
    };
    await page.getByText(caption).waitFor();
    await adds();
    await tab.point(4, 4).click();
    await page.locator(".shudan-dimmed").first().waitFor();
    if (rules === "Japanese") assert.deepEqual((await rows()).get("Captured and dead stones"), [0, 1]);
    await tab.button("Agree").click();
    await page.getByText("The game is over").first().waitFor();
    await page.locator(".count").waitFor();
    seen(`${rules} rules`);
  }
}
