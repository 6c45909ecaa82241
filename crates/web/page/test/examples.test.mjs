// Every kind of message, as the server writes it: its own tests keep the examples as they are.

import assert from "node:assert/strict";
import test from "node:test";
import { runnerImport } from "vite";

const load = async (file) => (await runnerImport(new URL(`../${file}`, import.meta.url).pathname)).module;
const { readMessage } = await load("src/messages.ts");
const { asked, told } = await load("test/examples.ts");

test("what the server tells is read", () => {
  for (const message of told) assert.deepEqual(readMessage(JSON.stringify(message)), message, JSON.stringify(message));
});

test("every kind of message has an example", () => {
  const kinds = ["danger", "exercise", "explored", "game", "games", "hint", "not-explored", "opener", "openers", "opening", "review", "reviewing", "thinking", "trouble"];
  assert.deepEqual([...new Set(told.map(({ is }) => is))].sort(), kinds);
  assert.equal(new Set(asked.map((message) => `${message.do} ${message.ask ?? ""}`)).size, asked.length);
});
