// Players that learn to open: their names, how their beliefs are drawn, and what is said of them.

import assert from "node:assert/strict";
import test from "node:test";
import { runnerImport } from "vite";

const load = async (file) => (await runnerImport(new URL(`../${file}`, import.meta.url).pathname)).module;
const { bestPoints, isOpenerName, openerName, openerParts, warmth } = await load("src/openers.ts");
const { readMessage } = await load("src/messages.ts");
const { addressOf, placeOf } = await load("src/place.ts");
const { texts } = await load("src/texts.ts");
const { told } = await load("test/examples.ts");

test("names go there and back", () => {
  assert.equal(openerName(["E", "B"], 13), "ABE-13x13");
  assert.deepEqual(openerParts("ABE-13x13"), { letters: "ABE", sees: ["B", "E"], size: 13 });
  for (const name of ["", "random", "B-9x9", "AEB-9x9", "A-9x8", "A-9", "A-9x9 ", "AF-9x9"]) assert.ok(!isOpenerName(name), name);
});

test("the best points are warmest, and equal ones are alike", () => {
  assert.deepEqual(warmth([1, -2, null, 1]), [1, 0.5, 0, 1]);
  assert.deepEqual(warmth([0, 0, 0]), [1, 1, 1]);
  assert.deepEqual(warmth([null, null]), [0, 0]);
  assert.deepEqual(bestPoints([1, -2, null, 1.01], 2), { at: ["A2", "B1"], value: 1.01 });
  // Nine or more alike are no preference; nor are none.
  assert.equal(bestPoints(Array(9).fill(0), 3), null);
  assert.equal(bestPoints([null], 1), null);
});

test("results are said with care", () => {
  const comparison = { first: "A-9x9", second: "random", running: true, of: 400, wins: 3, draws: 1, losses: 1, score: [0.7, 0.4, 0.9] };
  const { verdict, won, value, withKomi } = texts.openings;
  assert.equal(won(comparison), "A won 3 of 5 games, and 1 was drawn.");
  assert.equal(verdict(comparison), "Nothing is decided yet.");
  assert.equal(verdict({ ...comparison, running: false }), "These games cannot tell which one opens better.");
  assert.equal(verdict({ ...comparison, score: [0.8, 0.6, 0.9] }), "So far: A opens better.");
  assert.equal(verdict({ ...comparison, running: false, score: [0.2, 0.1, 0.3] }), "Random moves open better.");
  assert.equal(verdict({ ...comparison, score: null }), "The first games are being played…");
  assert.deepEqual([0, -0.04, 1.25, -3.14, -18.7].map(value), ["+0.0", "+0.0", "+1.3", "−3.1", "−19"]);
  assert.equal(withKomi(-1.5, 5.5), "With komi 5.5 that is White by 7.0.");
  assert.equal(withKomi(5.5, 5.5), "With komi 5.5 that is even.");
});

test("messages that do not fit their board are not read", () => {
  const [opener] = told.filter(({ is }) => is === "opener");
  const [opening] = told.filter(({ is }) => is === "opening");
  const [openers] = told.filter(({ is }) => is === "openers");
  for (const good of [opener, opening, openers]) assert.deepEqual(readMessage(JSON.stringify(good)), good);
  const bad = [
    { ...opener, size: 6 }, { ...opener, values: [] }, { ...opener, curve: [[1, 2]] }, { ...opener, size: 1e6 },
    { ...opening, stones: "." }, { ...opening, values: [1] }, { ...opening, you: "red" }, { ...opening, expects: null },
    { ...openers, players: [{}] }, { ...openers, refused: ["A"] }, { ...openers, comparison: { ...openers.comparison, score: [1] } },
  ];
  for (const message of bad) assert.equal(readMessage(JSON.stringify(message)), null, JSON.stringify(message));
});

test("every part has an address", () => {
  for (const part of ["learn", "play", "compare"]) assert.deepEqual(placeOf(addressOf({ view: "openings", part })), { view: "openings", part });
  assert.deepEqual(placeOf("#openings"), { view: "openings", part: "learn" });
  assert.deepEqual(placeOf("#openings/<b>"), { view: "openings", part: "learn" });
});
