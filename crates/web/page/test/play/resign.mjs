// A partner that teaches does not resign a lost game. It says that it would, and the player may let it.

import assert from "node:assert/strict";
import { join } from "node:path";

export default async function ({ open, seen }) {
  const tab = await open();
  await tab.begin(async () => {
    await tab.size(7);
    // Stronger ones take the whole board from this player, and then even such a komi is hardly out of reach.
    await tab.page.getByLabel("Level").selectOption("30 kyu");
    // Whoever keeps games close plays them to their end.
    await tab.page.getByLabel("Aim").selectOption("It plays its best");
    await tab.page.getByText("More: rules, komi, handicap, clock").click();
    await tab.page.getByLabel("Custom:").check();
    await tab.page.getByLabel("Komi in points").fill("-100");
  });
  await tab.yourTurn();
  const offer = tab.page.getByRole("button", { name: "Let Shidogo resign" });
  for (let moves = 0; !(await offer.isVisible()); moves++) {
    assert.ok(moves < 20, "it would resign sooner");
    await tab.move([[3, 3], [1, 1], [5, 5], [1, 5], [5, 1]]);
  }
  if (process.env.PICTURES) await tab.page.screenshot({ path: join(process.env.PICTURES, "would-resign.png") });
  await tab.yourTurn();
  seen("it plays on, and says that it would resign");
  await offer.click();
  await tab.page.getByText("Black wins by resignation").first().waitFor();
  seen("the player lets it");
}
