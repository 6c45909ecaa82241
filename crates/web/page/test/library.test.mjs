import assert from "node:assert/strict";
import test from "node:test";
import { runnerImport } from "vite";

const load = async (file) => (await runnerImport(new URL(`../src/${file}`, import.meta.url).pathname)).module;
const { readMessage } = await load("messages.ts");
const { placeOf, addressOf } = await load("place.ts");
const { boardsOf, turnAfter } = await load("replay.ts");
const { texts } = await load("texts.ts");
const { filtered, noFilter, unreviewed, outcomeOf, progressOf, ranksOf, recordsByStrength, sideOf, whenOf } = await load("ownGames.ts");

const summary = { moves: 1, points_lost: 0.5, agreed: 1, grades: [1, 0, 0, 0] };
const judged = { win_rate: 0.5, lead: 0, visits: 3, sequence: ["C3"] };
const mistake = {
  after: 0, colour: "black", played: "A2", points: 3, chance_before: 0.5, chance_after: 0.2, better: ["C3"],
  answer: [], is_turning_point: true, sentence: "…",
};
const review = {
  is: "review", id: "abc", stage: "done", done: 1, graph: [[0, 0.5, 0]],
  game: {
    width: 3, height: 3, komi: 7, rules: "Chinese", handicap: 0, black: "<b>", white: "", result: "B+R", date: null,
    event: null, moves_before: 0, start: "OX.......", moves: [["black", "A2"]], comments: [[0, "hi"]], warnings: [],
    black_rank: "3k", white_rank: null, marks: [{ after: 0, at: "A1", sign: "label", text: "A" }],
    lines: [{ of: null, after: 0, moves: [["black", "B2"]], comments: [[1, "or here"]], marks: [] }],
  },
  found: {
    judge: "network", positions: [judged, judged], lost: [0.2], players: { black: summary, white: summary },
    mistakes: [mistake], costly: [mistake], first: [mistake.after],
    found: [{ after: 0, rank: "12k", own: 0.1, saved: 3, colour: "black", played: "A1", sentence: "…" }],
    fights: [{ looks: [{ after: 1, worth: 9, chance: 0.5, points: ["A1"] }], winner: null, peak: 1, sentence: "…" }],
  },
};
const listed = {
  id: "a", begun: 1_700_000_000, size: 9, handicap: 0, captures: null, rank: null, moves: 3, black: "Ann", white: "Bo", event: null, date: null,
  result: "B+3.5", you: null, strength: null, goes_on: false, review: null,
};
const explored = {
  is: "explored", number: 3, visits: 1, win_rate: 0.5, lead: 0, spread: 8, owners: [0.5], curve: [],
  candidates: [{ at: "D4", visits: 1, win_rate: 0.5, lead: 0, prior: 0.2, variation: ["D4"] }],
};
const reading = (message) => readMessage(JSON.stringify(message));

test("reviews and lists as they should be are read", () => {
  const good = [
    explored, { is: "not-explored", number: 3, text: "…" },
    review, { ...review, stage: "running", found: null }, { is: "reviewing", id: "abc", done: 0.5, graph: [[3, 0.5, 1]] },
    { is: "games", games: [listed, { ...listed, you: "black", strength: "newer than this page", result: null }] },
  ];
  for (const message of good) assert.deepEqual(reading(message), message);
});

test("no other review is read", () => {
  const game = (change) => ({ ...review, game: { ...review.game, ...change } });
  const found = (change) => ({ ...review, found: { ...review.found, ...change } });
  const bad = [
    { ...explored, number: null }, { ...explored, candidates: [{}] },
    game({ marks: [{ after: 0, at: "A1", sign: "star" }] }), game({ marks: [{ after: 0, at: "A1", sign: "label" }] }),
    game({ lines: [{ of: 0, after: 0, moves: [], comments: [], marks: [] }] }), game({ black_rank: 3 }),
    game({ start: "..." }), game({ moves: [["red", "A1"]] }), game({ width: 1e9 }), game({ comments: [["x"]] }),
    found({ positions: [judged] }), found({ lost: [] }), found({ fights: [{ ...review.found.fights[0], looks: [] }] }),
    found({ mistakes: [{ after: -1 }] }), found({ costly: [{}] }), found({ first: [-1] }), found({ found: [{}] }), found({ players: {} }), { ...review, stage: "later" },
    { ...review, graph: [[99, 0.5, 0]] }, { is: "games", games: [{ ...listed, black: {} }] }, { is: "reviewing" },
  ];
  for (const message of bad) assert.equal(reading(message), null, JSON.stringify(message));
  for (const field of Object.keys(listed)) {
    const { [field]: _, ...rest } = listed;
    assert.equal(reading({ is: "games", games: [rest] }), null, field);
  }
});

test("a game is replayed with what it takes", () => {
  assert.deepEqual(boardsOf(review.game), [
    [[-1, 1, 0], [0, 0, 0], [0, 0, 0]],
    [[0, 1, 0], [1, 0, 0], [0, 0, 0]],
  ]);
  assert.equal(turnAfter(review.game, 0), "black");
  assert.equal(turnAfter(review.game, 1), "white");
});

test("the address says where the user is", () => {
  for (const place of [{ view: "play" }, { view: "games" }, { view: "game", id: "aB3", start: true }, { view: "game", id: "x", start: false }, { view: "learn", step: "two-eyes" }]) {
    assert.deepEqual(placeOf(addressOf(place)), place);
  }
  for (const odd of ["", "#", "#nowhere", "#review", "#review/", "#review/../x", "#game/<b>", "#games2"]) {
    assert.deepEqual(placeOf(odd), { view: "play" }, odd);
  }
  for (const odd of ["#learn", "#learn/", "#learn/<b>"]) assert.deepEqual(placeOf(odd), { view: "learn", step: "capture" }, odd);
});

test("ranks over time", async () => {
  const { latestRank } = await load("fitting.ts");
  const of = (begun, rank) => ({ ...listed, begun, rank: rank && { rank, steps: 1, interval: [0, 2], sentence: "…" } });
  assert.equal(latestRank([of(1, "20k"), of(3, null), of(2, "17k")]), "17k");
  assert.equal(latestRank([of(1, null)]), null);
  assert.equal(latestRank([of(1, "99k")]), null);
  const ranked = (begun, steps) => ({ ...listed, you: "black", begun, rank: { rank: "17k", steps, interval: [steps - 2, steps + 1.5], sentence: "…" } });
  const ranks = ranksOf([ranked(300, 14), listed, ranked(100, 12)]);
  assert.deepEqual(ranks, [
    { when: 100_000, steps: 12, low: 10, high: 13.5 }, { when: 300_000, steps: 14, low: 12, high: 15.5 },
  ]);
  assert.equal(texts.library.latestRank(ranks[1]), "About 16 kyu, between 18 kyu and 15 kyu");
  assert.equal(texts.library.latestRank({ steps: 30.9, low: 29.2, high: 32 }), "About 1 dan, between 1 kyu and 3 dan");
});

test("the user's side is known from the partner or from a name", () => {
  assert.equal(sideOf(listed, ""), null);
  assert.equal(sideOf(listed, " ANN "), "black");
  assert.equal(sideOf(listed, "bo"), "white");
  assert.equal(sideOf({ ...listed, you: "white" }, "Ann"), "white");
  assert.equal(outcomeOf(listed, "Ann"), "won");
  assert.equal(outcomeOf(listed, "Bo"), "lost");
  assert.equal(outcomeOf({ ...listed, result: "0" }, "Bo"), "draw");
  assert.equal(outcomeOf({ ...listed, result: null }, "Bo"), "unfinished");
  assert.equal(outcomeOf(listed, "Eve"), "others");
});

test("records tell when they were played", () => {
  assert.equal(whenOf({ ...listed, date: "2020-02-03,04" }), Date.parse("2020-02-03"));
  for (const date of [null, "spring 1846", "9999-99-99"]) assert.equal(whenOf({ ...listed, date }), 1_700_000_000_000);
});

test("filters go together", () => {
  const games = [listed, { ...listed, id: "b", size: 19, black: "Cleo" }, { ...listed, id: "c", begun: 1 }];
  const now = 1_700_000_000_000 + 86_400_000;
  const found = (filter, name = "") =>
    filtered(games, { ...noFilter, ...filter }, name, (game) => `${game.black} ${game.white}`, now).map(({ id }) => id).join("");
  assert.equal(found({}), "abc");
  assert.equal(found({ size: 19 }), "b");
  assert.equal(found({ days: 7 }), "ab");
  assert.equal(found({ text: "bo ANN", days: 7 }), "a");
  assert.equal(found({ outcome: "won" }, "Cleo"), "b");
  assert.equal(found({ outcome: "won" }), "");
});

test("own games that are over can be reviewed", () => {
  const own = { ...listed, you: "black" };
  const games = [listed, own, { ...own, goes_on: true }, { ...own, moves: 0 }, { ...own, review: { black_lost: 1, white_lost: 1, mistakes: 0 } }];
  assert.deepEqual(unreviewed(games, ""), [own]);
  assert.deepEqual(unreviewed(games, "Bo"), [listed, own]);
});

test("progress is over time, and results by strength", () => {
  const lost = (id, begun, black_lost, more) => ({
    ...listed, id, begun, you: "black", strength: "easy", review: { black_lost, white_lost: 9, mistakes: 1 }, ...more,
  });
  const games = [lost("b", 200, 1), lost("a", 100, 3, { result: "W+R" }), lost("c", 300, 8, { you: null, black: "Eve" })];
  assert.deepEqual(progressOf(games, "").map(({ lost, mean }) => [lost, mean]), [[3, 3], [1, 2]]);
  assert.deepEqual(progressOf(games, "Eve").map(({ lost }) => lost), [3, 1, 8]);
  const odd = lost("d", 1, 0, { strength: "newer", review: null });
  assert.deepEqual(recordsByStrength([odd, ...games.slice(0, 2)], ["easy"]), [
    ["easy", { won: 1, lost: 1, pointsLost: 2 }],
    ["newer", { won: 1, lost: 0, pointsLost: null }],
  ]);
});
