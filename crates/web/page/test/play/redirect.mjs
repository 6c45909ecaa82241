// The file that a browser is given leads in, though it lies elsewhere than the page; and who starts Shidogo a second time
// gets to the one that runs.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PATIENCE, program } from "../stage.mjs";

export default async function ({ server, context, seen }) {
  // It finds no program that opens a browser, but has written what it would have opened.
  const second = spawn(program, ["page", "--data", server.data], { env: { DISPLAY: ":77", PATH: "/nonexistent" } });
  let said = "";
  second.stdout.on("data", (text) => (said += text));
  const [code] = await once(second, "close");
  assert.equal(code, 0);
  assert.ok(said.includes("already") && said.includes(server.address), said);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(pathToFileURL(join(server.data, "open.html")).href);
  await page.waitForURL(`http://${server.host}/`);
  await page.getByRole("button", { name: "Start" }).waitFor();
  seen("a file leads to the page, and its token is gone from the address");
}
