import assert from "node:assert/strict";
import test from "node:test";
import { runnerImport } from "vite";

const load = async (file) => (await runnerImport(new URL(`../src/${file}`, import.meta.url).pathname)).module;
const { linesAt, notesAt, wholeLine } = await load("variations.ts");
const { tryMove } = await load("trying.ts");
const { countRows } = await load("count.ts");
const { signsFrom } = await load("signs.ts");

const line = (of, after, moves, more = {}) => ({
  of, after, moves: moves.map((move) => [move[0] === "B" ? "black" : "white", move.slice(1)]), comments: [], marks: [], ...more,
});
const game = {
  comments: [[0, "Good luck!"], [2, "one"], [2, "two"]],
  marks: [{ after: 2, at: "A1", sign: "triangle" }],
  lines: [
    line(null, 2, ["BC3", "WD4", "BE5"], { comments: [[3, "a trick"]] }),
    line(0, 4, ["BF6", "WG7"]),
    line(null, 2, []),
    line(null, 3, ["WA1", "WB1", "BC1"]),
    line(1, 5, ["WH8"]),
  ],
};

test("a variation of a variation begins where the game was left", () => {
  assert.deepEqual(wholeLine(game, 0), { after: 2, first: "black", moves: ["C3", "D4", "E5"] });
  assert.deepEqual(wholeLine(game, 1), { after: 2, first: "black", moves: ["C3", "D4", "F6", "G7"] });
  assert.deepEqual(wholeLine(game, 4), { after: 2, first: "black", moves: ["C3", "D4", "F6", "H8"] });
  assert.deepEqual(wholeLine(game, 3)?.moves, ["A1", "pass", "B1", "C1"], "a side that moves twice");
  assert.equal(wholeLine(game, 2), null);
  assert.equal(wholeLine(game, 9), null);
  assert.deepEqual([linesAt(game, null, 2), linesAt(game, 0, 4), linesAt(game, 0, 2)], [[0], [1], []]);
});

test("comments and marks belong to one position", () => {
  assert.deepEqual(notesAt(game, null, 2), { comment: "one\ntwo", marks: game.marks });
  assert.deepEqual(notesAt(game, 0, 3), { comment: "a trick", marks: [] });
  assert.deepEqual(notesAt(game, 0, 2), { comment: "", marks: [] });
});

test("moves are tried where they can be played", () => {
  const board = signsFrom(
    ".XO.." +
    "X.XO." +
    ".XO.." +
    "....." +
    ".....", 5);
  assert.equal(tryMove(board, null, [1, 0], "white"), null, "a stone is there");
  assert.equal(tryMove(board, null, [0, 0], "white"), null, "it would be captured at once");
  assert.ok(tryMove(board, null, [4, 4], "white"));
  const before = signsFrom(
    ".XO.." +
    "XO.O." +
    ".XO.." +
    "....." +
    ".....", 5);
  const after = tryMove(before, null, [2, 1], "black");
  assert.equal(after?.[1]?.[1], 0, "Black takes one stone");
  assert.equal(tryMove(after, before, [1, 1], "white"), null, "White may not take back at once");
  assert.ok(tryMove(after, null, [1, 1], "white"), "later it may");
});

test("a count has the lines that its rules know", () => {
  const side = { stones: 20, territory: 10, prisoners: 3, tax: 0, komi: 0, handicap: 0, button: 0, total: 30 };
  const white = { ...side, komi: 7.5, total: 37.5 };
  const names = (count) => countRows(count).map(({ name }) => name);
  assert.deepEqual(names({ scoring: "area", black: side, white }), ["stones", "territory", "komi", "total"]);
  assert.deepEqual(names({ scoring: "territory", black: side, white }), ["territory", "prisoners", "komi", "total"]);
  const odd = countRows({ scoring: "area", black: { ...side, button: 0.5, tax: 2 }, white: { ...white, handicap: 3 } });
  assert.deepEqual(odd.map(({ name }) => name), ["stones", "territory", "tax", "komi", "handicap", "button", "total"]);
  assert.deepEqual([odd[2]?.black, odd[2]?.white], ["−2", "0"]);
});
