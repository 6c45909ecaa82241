import assert from "node:assert/strict";
import test from "node:test";
import { runnerImport } from "vite";

const load = async (file) => (await runnerImport(new URL(`../src/${file}`, import.meta.url).pathname)).module;
const { nameOf, vertexOf } = await load("points.ts");
const { readMessage, isChoice, isThinking } = await load("messages.ts");
const { layOut, signsFrom } = await load("signs.ts");
const { named, texts } = await load("texts.ts");
const { usualChoice } = await load("choice.ts");

test("names of points go there and back", () => {
  for (const size of [5, 9, 19]) {
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) assert.deepEqual(vertexOf(nameOf([x, y], size), size), [x, y]);
    }
  }
  assert.equal(nameOf([8, 0], 9), "J9");
  assert.deepEqual(vertexOf("a1", 9), [0, 8]);
  for (const none of ["pass", "I5", "A0", "A10", "K1", "E", "", "E5.5"]) assert.equal(vertexOf(none, 9), null, none);
});

const game = {
  is: "game", id: "1", size: 5, komi: 7, rules: "chinese", handicap: 0, captures: null, warning: null, played_like: null, partner: usualChoice.partner, you: "black",
  to_move: "black", phase: "playing", thinking: false, moves: [["black", "C3"], ["white", "pass"]],
  stones: "............X............", taken: { black: 0, white: 0 }, dead: [], owners: null, score: null, count: null, result: null,
  objection: { sentence: "…", stones: ["C3"], score: "B+2" }, would_resign: false,
  said: null, reason: null, numbers: null,
  table: [{ at: "C3", visits: 9, win_rate: 0.5, lead: 1, prior: 0.2, weighted: null, people: 0.1, status: "chosen", rule: "steers" }],
  steered: [{ number: 2, at: "D4", lead: -1, aim: 2, given: 1.5, sentence: "…", before: ".".repeat(25) }], steering: "…", graph: [[1, 0.5, 0]],
  lesson: { number: 1, at: "C3", cost: 1.5, chance: 0.1, better: ["D4"], named: false, is_quiet: false, sentence: "D4 was better." }, before: ".".repeat(25), costs: [[1, 1.5]],
  tree: [[null, "C3"], [0, "pass"]], here: 1,
  clocks: {
    wish: { main: 60, periods: 3, period: 10 }, black: { left: 60, periods: null }, white: { left: 9.5, periods: 2 },
    running: "black",
  },
};
const danger = {
  is: "danger", number: 2, playouts: 100, of: 1000, black_wins: 0.5, lead: 0.4, second_opinion: null,
  scores: [[-7, 0.4], [3, 0.6]], clusters: [{ low: -7, high: 3, score: 1, weight: 1, critical: Array(25).fill(0) }],
  fights: [
    {
      points: ["C3"], black: [["C3"]], white: [], place: "centre", worth: 9, black_wins: 0.5, fate: "open",
      second_opinion: 0.9, in_danger: ["C3"], sequence: ["D4"], readings: [{ first: "white", black_wins: 0.1, sequence: ["D4"] }],
    },
  ],
};
const thinking = {
  is: "thinking", visits: 1, win_rate: 0.5, lead: 0, spread: 8, owners: null, curve: [[-1, 0.4], [1, 0.6]],
  candidates: [{ at: "D4", visits: 1, win_rate: 0.5, lead: 0, prior: 0.2, variation: ["D4"] }],
};

test("messages as they should be are read", () => {
  const good = [game, thinking, danger, { is: "hint", at: "C3", sentence: "…" }, { is: "trouble", text: "…" }];
  for (const message of good) assert.deepEqual(readMessage(JSON.stringify(message)), message);
});

test("views of the engine are known without being read", () => {
  assert.ok(isThinking(JSON.stringify(thinking)));
  for (const other of [JSON.stringify(game), JSON.stringify({ visits: 1, is: "thinking" }), "", null, 3]) {
    assert.ok(!isThinking(other));
  }
});

test("a game may have words that are newer than the page", () => {
  const newer = { ...game, rules: "korean", partner: { strength: "playful", seconds: 1, aim: "tease" } };
  assert.deepEqual(readMessage(JSON.stringify(newer)), newer);
  assert.equal(named(texts.rulesNames, "korean"), "korean");
  assert.equal(named(texts.rulesNames, "toString"), "toString");
});

test("no other message is read", () => {
  const bad = [
    null, [], 3, "game", {}, { is: "later" }, { is: "toString" }, { is: "game" },
    { ...game, stones: "..." }, { ...game, owners: "X" }, { ...game, moves: [["red", "C3"]] }, { ...game, size: 1e9 },
    { ...game, partner: null }, { ...game, graph: [[1, null, 0]] }, { ...thinking, candidates: [null] },
    { ...thinking, win_rate: "0.5" }, { is: "trouble", text: {} }, { ...thinking, curve: [[1]] },
    { ...game, tree: [[0, "C3"]], here: 0 }, { ...game, tree: [[1, "C3"], [null, "D4"]] }, { ...game, here: 2 },
    { ...game, lesson: { at: "C3" } }, { ...game, clocks: { ...game.clocks, white: null } },
    { ...danger, fights: [{}] }, { ...danger, fights: [{ ...danger.fights[0], fate: "won" }] }, { ...danger, scores: [["1", 2]] },
  ];
  for (const message of bad) assert.equal(readMessage(JSON.stringify(message)), null, JSON.stringify(message));
  for (const raw of ["", "{", undefined, new ArrayBuffer(3)]) assert.equal(readMessage(raw), null);
});

test("every field of a game is looked at", () => {
  for (const field of Object.keys(game)) {
    const { [field]: _, ...rest } = game;
    assert.equal(readMessage(JSON.stringify(rest)), null, field);
  }
});

test("the usual choice is one", () => {
  assert.ok(isChoice(usualChoice));
  assert.ok(!isChoice({ ...usualChoice, size: 4 }));
  const { clock: _, ...older } = usualChoice;
  assert.ok(isChoice(older), "kept before there were clocks");
  assert.ok(isChoice({ ...usualChoice, clock: { main: 60, periods: 3, period: 10 } }));
  assert.ok(!isChoice({ ...usualChoice, clock: "slow" }));
  assert.ok(!isChoice({ ...usualChoice, partner: { strength: "godlike" } }));
});

test("a variation takes what it captures", () => {
  // White's stone in the corner has one liberty left; Black takes it, White plays elsewhere.
  const board = signsFrom("OX.......", 3);
  const { signs, numbers } = layOut(board, ["A2", "C1"], "black");
  assert.deepEqual(signs, [[0, 1, 0], [1, 0, 0], [0, 0, -1]]);
  assert.deepEqual(numbers, [[0, 0, 0], [1, 0, 0], [0, 0, 2]]);
  assert.equal(board[0][0], -1, "the board itself stays as it was");
});

test("a variation passes, and may take its own stones", () => {
  const { signs } = layOut(signsFrom(".X.X.....", 3), ["pass", "A3"], "black");
  assert.deepEqual(signs, [[0, 1, 0], [1, 0, 0], [0, 0, 0]]);
});

test("results in words", () => {
  assert.equal(texts.result("B+3.5"), "Black wins by 3.5");
  assert.equal(texts.result("W+R"), "White wins by resignation");
  assert.equal(texts.result("0"), "A draw");
  assert.equal(texts.count(999), "999");
  assert.equal(texts.count(1234), "1.2k");
  assert.equal(texts.count(9999), "10k");
});

test("where one begins, and what comes after a game to some captures", async () => {
  const { beginningOf, isExperience } = await load("experience.ts");
  const { isLevel, levels, partnerAt, ranks } = await load("levels.ts");
  assert.equal(ranks.length, 39);
  assert.deepEqual([ranks[0], ranks[29], ranks[30], ranks.at(-1)], ["30k", "1k", "1d", "9d"]);
  assert.ok(["new", "a-little", "30k", "9d"].every(isExperience) && ![null, "31k", "0d", "", 3].some(isExperience));
  assert.deepEqual(beginningOf("a-little"), { rank: "25k", size: 9 });
  assert.deepEqual(beginningOf("12k"), { rank: "12k", size: 13 });
  assert.deepEqual(beginningOf("3d"), { rank: "3d", size: 19 });
  assert.ok(levels.every(isLevel) && !isLevel("gentle"));
  const strengthOf = (level) => partnerAt(level, usualChoice.partner).strength;
  assert.deepEqual(["fits-me", "beginner", "12k"].map(strengthOf), ["20k", "beginner", "12k"]);
  assert.equal(texts.levelName("fits-me", "17k"), "Fits me: 17 kyu");
  const { afterCaptureGame, beginnersGame, captureGames } = await load("choice.ts");
  assert.deepEqual(afterCaptureGame(1), captureGames[1]);
  assert.deepEqual(afterCaptureGame(3), { size: 9 });
  assert.equal(beginnersGame({ size: 9 }).captures, undefined);
});

test("an aim is for partners at a rank, and one that fits finds out whom it plays with", async () => {
  const { partnerAt } = await load("levels.ts");
  const wish = { strength: "9d", seconds: 2, aim: "lead" };
  assert.deepEqual(partnerAt("fits-me", wish), { strength: "20k", seconds: 2, aim: "lead", adapts: true });
  assert.deepEqual(partnerAt("12k", { ...wish, adapts: true }), { strength: "12k", seconds: 2, aim: "lead" });
  assert.deepEqual(partnerAt("fits-me", { ...wish, aim: "greedy" }), { strength: "20k", seconds: 2, aim: "greedy" });
  for (const level of ["beginner", "strongest"]) assert.equal(partnerAt(level, wish).aim, "win");
  assert.equal(partnerAt("strongest", { ...wish, aim: "points" }).aim, "points");
  const edgy = { ...wish, character: "edge" };
  assert.deepEqual(["fits-me", "strongest", "beginner"].map((level) => partnerAt(level, edgy).character), ["edge", "edge", undefined]);
  for (const character of ["none", "unheard-of"]) assert.ok(!("character" in partnerAt("12k", { ...wish, character })));
});

test("a character's picture shows where it likes to play", async () => {
  const { characterWords, hasStone, liked, side, stone } = await load("character.ts");
  const at = (points, x, y) => points[y * side + x];
  assert.equal(liked("none"), null);
  assert.ok(at(liked("centre"), 4, 4) > 0 && at(liked("centre"), 0, 4) === 0);
  assert.ok(at(liked("edge"), 4, 4) === 0 && at(liked("edge"), 0, 4) > 0);
  const [near, far] = [(points) => at(points, stone.x + 1, stone.y), (points) => at(points, side - 2, 1)];
  // Trained characters show their own games: a share for every point, the most played one 1.
  for (const character of ["centre-trained", "edge-trained", "defence-trained", "offence-trained"]) {
    const points = liked(character);
    assert.equal(points.length, side * side, character);
    assert.equal(Math.max(...points), 1, character);
    assert.ok(points.every((share, i) => share >= 0 && share === points[side * side - 1 - i]), character);
  }
  for (const character of ["local", "fighting"]) assert.ok(near(liked(character)) > 0 && far(liked(character)) === 0, character);
  for (const character of ["tenuki", "peaceful"]) assert.ok(near(liked(character)) === 0 && far(liked(character)) > 0, character);
  for (const character of characterWords.filter(hasStone)) assert.equal(at(liked(character), stone.x, stone.y), 0);
});

test("the chart of a steered game is the player's, and within its frame", async () => {
  const { height, left, steeringChart, width } = await load("steering.ts");
  const one = (number, lead, given) => ({ number, at: "C3", lead, aim: 3, given, sentence: null, before: null });
  const moves = Array.from({ length: 30 }, () => ["black", "C3"]);
  const graph = [[1, 0.5, 4], [2, 0.5, -25]];
  const chart = steeringChart({ graph, steered: [one(2, -24, 1.5), one(4, 8, null)], you: "white", moves });
  assert.deepEqual(chart.lead, [[1, -4], [2, 25], [4, -8]], "what is known of a position is drawn, else what was known of the move");
  assert.deepEqual(chart.held, [[2, 25]]);
  assert.deepEqual(chart.aim, [[2, -3], [4, -3]]);
  assert.equal(chart.most, 25);
  for (const [move, lead] of chart.lead) {
    assert.ok(chart.x(move) >= left && chart.x(move) <= width && chart.y(lead) >= 0 && chart.y(lead) <= height);
  }
  assert.equal(steeringChart({ graph: [], steered: [], you: "black", moves: [] }).most, 10);
});

test("every rule has a name for players", async () => {
  const { readFile } = await import("node:fs/promises");
  const table = await readFile(new URL("../../../partner/src/decision/table.rs", import.meta.url), "utf8");
  const rules = [...table.matchAll(/RuleName::\w+ => "([a-z-]+)"/g)].map(([, word]) => word);
  assert.ok(rules.length > 20);
  for (const rule of rules.filter((rule) => rule !== "resigned")) {
    const words = ["chosen", "dropped"].map((status) => texts.whyStatus(status, rule));
    assert.ok(words.some((words) => !words.endsWith(`: ${rule}`)), rule);
  }
  assert.equal(texts.whyStatus("kept", ""), "Also possible");
  assert.equal(texts.whyStatus("unseen", ""), "Not seen at its level");
  assert.equal(texts.whyStatus("", ""), "");
});

test("words are explained where they appear first in a game", async () => {
  const { Firsts, pictures, piecesOf, terms } = await load("glossary.ts");
  const { grid } = await load("signs.ts");
  const found = (words) => piecesOf(words).flatMap(({ term, text }) => (term ? [[term, text]] : []));
  assert.deepEqual(found("It puts your two stones in atari and gives my stone three liberties."), [["atari", "atari"], ["liberty", "liberties"]]);
  assert.deepEqual(found("It cuts your stone from those at E5. Kosumi, eyesight and collateral are no words of ours."), [["cut", "cuts"]]);
  assert.deepEqual(found("I pass: the dead stones are captured, and neutral points are left."), [
    ["dead", "dead"], ["capture", "captured"], ["neutral", "neutral points"],
  ]);
  for (const words of ["", "Atari", "A ko, a ladder, two eyes.", "nothing here"]) {
    assert.equal(piecesOf(words).map(({ text }) => text).join(""), words, "nothing of a sentence is lost");
  }
  const firsts = new Firsts();
  assert.ok(firsts.isFirst("a", "ko", "A ko."));
  assert.ok(firsts.isFirst("a", "ko", "A ko."), "the same sentence may be drawn again");
  assert.ok(!firsts.isFirst("a", "ko", "Another ko."));
  assert.ok(firsts.isFirst("a", "eye", "An eye.") && firsts.isFirst("b", "ko", "Another ko."));
  for (const term of terms) {
    const { stones, marks } = pictures[term];
    assert.match(stones, /^[.XO]{25}$/, term);
    assert.ok(marks.length > 0 && marks.every((at) => at >= 0 && at < 25), term);
    // Every chain of a picture has a liberty: it could be on a board.
    const signs = signsFrom(stones, 5);
    const libertyOf = (x, y, seen = new Set()) => {
      if (signs[y]?.[x] === undefined || seen.has(`${x},${y}`)) return false;
      seen.add(`${x},${y}`);
      return [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]].some(
        ([a, b]) => signs[b]?.[a] === 0 || (signs[b]?.[a] === signs[y][x] && libertyOf(a, b, seen)),
      );
    };
    grid(5, (x, y) => assert.ok(signs[y][x] === 0 || libertyOf(x, y), `${term} ${x} ${y}`));
  }
});
