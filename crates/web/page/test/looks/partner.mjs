// Your partner: a level, an aim and a character with a line each, remembered; numbers on request; why it moved, and how it kept the game close.

import assert from "node:assert/strict";

export default async function ({ open, seen }) {
  for (const [width, height, touch] of [[1280, 860, false], [390, 844, true]]) {
    for (const colorScheme of ["light", "dark"]) {
      const tab = await open(width, height, { touch, colorScheme });
      const { page } = tab;
      const picture = (name) => page.screenshot({ path: `seen/partner-${name}-${width}-${colorScheme}.png`, fullPage: touch });
      const chosen = (label) => page.getByLabel(label).evaluate((select) => select.selectedOptions[0].textContent);
      await tab.button("Start").waitFor();
      assert.equal(await chosen("Aim"), "A close game");
      await page.getByText("Finds your level as you play.").waitFor();
      await page.getByText("You win about half.").waitFor();
      assert.ok((await tab.sidewaysScroll()) <= 0);
      await picture("card");

      await page.getByLabel("Aim").selectOption("It leads, you catch up");
      await page.getByText("Leads by about ten points until the endgame.").waitFor();
      await page.getByLabel("Level").selectOption("5 kyu");
      await page.getByText("Plays like a person of 5 kyu.").waitFor();
      assert.equal(await page.locator(".character-picture").count(), 0);
      await page.getByLabel("Character").selectOption("Fighter");
      await page.getByText("Likes contact and goes after your stones.").waitFor();
      await page.locator(".character-picture .stone").waitFor();
      assert.ok((await tab.sidewaysScroll()) <= 0);
      await picture("character");
      await page.reload();
      await tab.button("Start").waitFor();
      const all = await Promise.all(["Level", "Aim", "Character"].map(chosen));
      assert.deepEqual(all, ["5 kyu", "It leads, you catch up", "Fighter"]);
      await page.getByLabel("Level").selectOption("Full strength");
      assert.equal(await page.getByLabel("Aim").count(), 0, "only those who play at a rank aim at a result");
      await page.getByLabel("Level").selectOption("Fits me: 20 kyu");
      seen("a level, an aim and a character, each with a line, are remembered");

      await tab.begin();
      if (!touch) await page.getByText("It leads, you catch up · Fighter · Chinese rules").waitFor();
      for (const at of [[4, 4], [2, 2], [6, 6], [2, 6]]) await tab.move([at]);
      assert.doesNotMatch(await page.locator(".said").innerText(), /%|win rate/i);
      assert.equal(await page.locator(".graph").count(), 0);
      if (touch) await tab.button("More").tap();
      await tab.button("Why?").click();
      await page.getByText("You are behind by about 12 points.").waitFor();
      assert.equal(await page.locator(".why tbody").count(), 4);
      assert.match(await page.locator(".why .chosen .rule").innerText(), /^Played: a natural move, chosen for its aim$/);
      assert.match(await page.locator(".why .dropped .rule").first().innerText(), /^Left out: loses too many points$/);
      assert.ok((await tab.sidewaysScroll()) <= 0);
      const table = await page.locator(".why").evaluate((table) => table.scrollWidth - table.parentElement.clientWidth);
      assert.ok(table <= 0, `the table fits at ${width}`);
      await picture("why");
      seen("why it moved, rule by rule");

      if (touch) await tab.button("Close").tap();
      await tab.button("Pass").click();
      await tab.button("Agree").click();
      await page.getByText("Where it held back").click();
      await page.getByText(/I held back in 2 of my 5 moves/).waitFor();
      assert.equal(await page.locator(".steering circle").count(), 2);
      const moves = page.locator(".steering li button");
      assert.equal(await moves.count(), 2);
      await picture("steering");
      await moves.last().click();
      await page.locator(".shudan-vertex.shudan-marker_label").waitFor();
      assert.equal(await tab.stones(), 8, "the board as it was, and the move");
      await page.getByText("Move 8. Click to go back").waitFor();
      assert.equal(await page.locator(".shudan-paint_1, .shudan-paint_-1").count(), 0, "nothing is counted then");
      await picture("steered-move");
      await moves.last().click();
      await page.mouse.move(2, 2);
      assert.ok((await tab.sidewaysScroll()) <= 0);
      seen("how it kept the game close");
    }
  }
}
