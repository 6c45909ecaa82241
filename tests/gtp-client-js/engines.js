// Starts the two engines and talks to them.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import gtp from "@sabaki/gtp";

const built = fileURLToPath(new URL("../../target/release/shidogo", import.meta.url));
const shidogo = process.env.SHIDOGO ?? built;
const gnugo = process.env.GNUGO ?? ["/usr/games/gnugo", "/usr/bin/gnugo"].find(existsSync) ?? "gnugo";

/** An engine that is stopped when the test ends. */
function engine(test, path, args) {
  const controller = new gtp.Controller(path, args);
  controller.start();
  test.after(() => controller.stop());
  return controller;
}

export const startShidogo = (test, ...more) =>
  engine(test, shidogo, ["gtp", "--preset", "playout-fast", "--visits", "2000", "--seed", "1", "--no-resign", ...more]);

export const startGnuGo = (test) =>
  engine(test, gnugo, ["--mode", "gtp", "--level", "1", "--chinese-rules", "--never-resign", "--seed", "1"]);

/** Sends a command that must succeed, and returns its answer. */
export async function ask(controller, line) {
  const [name, ...args] = line.split(" ");
  const response = await controller.sendCommand({ name, args });
  assert.ok(!response.error, `${line}: ${response.content}`);
  return response.content;
}
