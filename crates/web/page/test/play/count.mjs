// Shidogo objects to a count that calls its living stones dead: once, with the stones and the reason. Then it plays on, or
// the player has it their way.

import assert from "node:assert/strict";
import { join } from "node:path";

export default async function ({ open, seen }) {
  const tab = await open();
  await tab.begin();
  await tab.yourTurn();
  for (const at of [[6, 2], [2, 6], [2, 2], [5, 3]]) await tab.move([at]);

  /** Calls every white stone dead, and agrees. */
  const agreeToNonsense = async () => {
    await tab.untilCounting();
    const alive = tab.page.locator(".shudan-vertex.shudan-sign_-1:not(.shudan-dimmed)");
    for (let left = await alive.count(); left > 0; left = await alive.count()) {
      await alive.first().click();
      await tab.page.waitForFunction(
        (left) => document.querySelectorAll(".shudan-vertex.shudan-sign_-1:not(.shudan-dimmed)").length < left,
        left,
      );
    }
    await tab.button("Agree").click();
    await tab.page.getByText("Shidogo counts it differently").waitFor();
  };

  await agreeToNonsense();
  assert.match(await tab.page.locator(".objection").innerText(), /My .*stones? at /);
  const white = await tab.page.locator(".shudan-vertex.shudan-sign_-1").count();
  const marked = await tab.page.locator(".objection-mark").count();
  assert.ok(marked > 0 && marked <= white, `${marked} of ${white} stones are marked`);
  if (process.env.PICTURES) await tab.page.screenshot({ path: join(process.env.PICTURES, "objection.png") });
  seen("an objection, with its stones and the reason");

  await tab.button("Play on").click();
  await tab.page.getByText("Shidogo counts it differently").waitFor({ state: "detached" });
  await tab.yourTurn();
  assert.equal(await tab.page.locator(".objection-mark").count(), 0);
  seen("the game goes on");

  await agreeToNonsense();
  await tab.button("Count it my way").click();
  await tab.page.getByText("The game is over").first().waitFor();
  seen("who insists has it their way");
}
