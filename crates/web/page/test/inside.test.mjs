import assert from "node:assert/strict";
import test from "node:test";
import { runnerImport } from "vite";

const load = async (file) => (await runnerImport(new URL(`../src/${file}`, import.meta.url).pathname)).module;
const { chanceAt, evenAt } = await load("curve.ts");
const { clockWords, runOn } = await load("clock.ts");
const { costOf } = await load("costs.ts");
const { middleOf } = await load("danger.ts");
const { layOutTree, lineTo } = await load("lines.ts");
const { vertexAt } = await load("press.ts");
const { texts } = await load("texts.ts");

test("a curve is read between its points, and stays as it is beyond them", () => {
  const curve = [[-2, 0.2], [0, 0.4], [2, 0.8]];
  assert.ok(Math.abs(chanceAt(curve, 1) - 0.6) < 1e-9);
  assert.equal(chanceAt(curve, 0), 0.4);
  assert.equal(chanceAt(curve, 9), 0.8);
  assert.equal(chanceAt(curve, -9), 0.2);
  assert.equal(chanceAt([], 0), null);
  assert.ok(Math.abs(evenAt(curve) - 0.5) < 1e-9);
  assert.equal(evenAt([[-2, 0.6], [2, 0.9]]), null);
  assert.equal(evenAt([]), null);
});

test("clocks run into byo-yomi and stand at nothing", () => {
  const wish = { main: 60, periods: 3, period: 10 };
  const after = (left, periods, seconds) => runOn({ left, periods }, wish, seconds);
  assert.deepEqual(after(60, null, 5), { left: 55, periods: null });
  assert.deepEqual(after(3, null, 5), { left: 8, periods: 3 });
  assert.deepEqual(after(3, null, 25), { left: 8, periods: 1 });
  assert.deepEqual(after(10, 2, 12), { left: 8, periods: 1 });
  assert.deepEqual(after(10, 1, 12), { left: 0, periods: 1 });
  assert.deepEqual(runOn({ left: 3, periods: null }, { ...wish, periods: 0 }, 5), { left: 0, periods: null });
  assert.deepEqual([61, 59.2, 0.1, 0, 3600].map(clockWords), ["1:01", "1:00", "0:01", "0:00", "1:00:00"]);
});

test("lines that were tried are laid out side by side", () => {
  //  C3 - D4 - E5        and after C3 also F6 - G7, and from the beginning H8.
  const tree = [[null, "C3"], [0, "D4"], [1, "E5"], [0, "F6"], [3, "G7"], [null, "H8"]];
  const spots = layOutTree(tree).map(({ row, column }) => [row, column]);
  assert.deepEqual(spots, [[0, 0], [1, 0], [2, 0], [1, 1], [2, 1], [0, 1]]);
  const places = new Set(spots.map(String));
  assert.equal(places.size, tree.length, "no two moves at one place");
  assert.deepEqual([...lineTo(tree, 4)], [4, 3, 0]);
  assert.deepEqual([...lineTo(tree, null)], []);
});

test("many lines never lie on each other", () => {
  let seed = 1;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const tree = Array.from({ length: 400 }, (_, place) => [place === 0 || random(40) === 0 ? null : random(place), "C3"]);
  const spots = layOutTree(tree);
  assert.equal(new Set(spots.map(({ row, column }) => `${row} ${column}`)).size, tree.length);
  for (const { place, row, column } of spots) {
    const after = tree[place][0];
    assert.equal(row, after === null ? 0 : spots[after].row + 1);
    if (after !== null) assert.ok(column >= spots[after].column, "a line never goes back to the left");
  }
});

test("a group of stones gets one statement", () => {
  const fight = { black: [["C3"]], white: [["D4"]], black_wins: 0.5, fate: "open" };
  const says = (change) => texts.fightSays({ ...fight, ...change });
  assert.equal(texts.fightTitle(1, "lower left", 23.4), "1. Lower left, about 23 points");
  assert.equal(says({}), "Either side may win it: Black with 50%.");
  assert.equal(says({ black_wins: 0.27 }), "White is ahead here (73%).");
  assert.equal(says({ black_wins: 0.88 }), "Black probably wins it (88%).");
  assert.equal(says({ black_wins: 0.04, fate: "settled" }), "Settled: White has it (96%).");
  assert.equal(says({ fate: "both-live" }), "Both sides live here.");
  assert.equal(says({ black: [], black_wins: 0.6 }), "They live with 40%.");
  assert.equal(says({ white: [], black_wins: 0.6 }), "They live with 60%.");
  assert.equal(texts.dangerView(0.01, -9.04), "Shidogo thinks that White leads by about 9.0: Black's win rate is 1%.");
});

test("a fight has its number in the middle", () => {
  assert.deepEqual(middleOf(["A9", "B9", "C9"], 9), [1, 0]);
  assert.equal(middleOf([], 9), null);
});

test("a finger is on a point, or beside the board", () => {
  const board = { left: 100, top: 50, width: 90, height: 90 };
  const at = (clientX, clientY) => vertexAt({ clientX, clientY }, board, 9);
  assert.deepEqual([at(100, 50), at(189, 139), at(145, 95)], [[0, 0], [8, 8], [4, 4]]);
  assert.deepEqual([at(99, 60), at(190, 60), at(120, 140)], [null, null, null]);
});

test("moves are called what they cost", () => {
  assert.deepEqual([0, 0.6, 2, 4, 8, 50].map(costOf), ["good", "small", "inaccurate", "mistake", "bad", "terrible"]);
});

test("a move is said to have the most visits only where it has", () => {
  assert.equal(texts.whyReason("most-visited", [285, 56]), "This move got the most visits.");
  assert.equal(texts.whyReason("most-visited", [56, 285]), undefined);
  assert.equal(texts.whyReason("nothing-left", [56, 285]), "Every point is settled.");
  assert.equal(texts.whyReason(null, [3]), undefined);
});
