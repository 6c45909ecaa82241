// Games of before and one review of them, for the mock server.

const listed = (id, more) => ({
  id, begun: 1_790_000_000 + Number(id) * 86_400, size: 19, handicap: 0, captures: null, moves: 120, black: "", white: "", event: null,
  date: null, result: "B+12.5", you: null, strength: null, goes_on: false, rank: null, review: null, ...more,
});

/** Names as records have them: short, long, of one word, and not in Latin letters. */
export const listedGames = [
  listed("101", { you: "black", strength: "medium", result: null, goes_on: true, size: 9, moves: 14 }),
  listed("102", {
    black: "Bartholomew Featherstonehaugh", white: "Ekaterina Konstantinopolskaya", date: "2026-03-01",
    event: "Friday evening league, third round", review: { black_lost: 1.23, white_lost: 0.87, mistakes: 4 },
  }),
  listed("103", {
    you: "white", strength: "strongest", result: "W+R", rank: { rank: "17k", steps: 13.4, interval: [11.9, 15.2], sentence: "…" }, review: { black_lost: 0.4, white_lost: 1.9, mistakes: 1 },
  }),
  listed("104", { black: "이세돌", white: "古力", date: "2014-01-26", event: "Jubango", result: "B+R", moves: 253 }),
];

const size = 9;
const letters = "ABCDEFGHJ";
/** Two walls, from the left and from the right, move by move. */
const moves = Array.from({ length: 16 }, (_, i) => [
  i % 2 === 0 ? "black" : "white",
  `${letters[i % 2 === 0 ? 3 : 5]}${size - Math.floor(i / 2)}`,
]);
const mistake = (after, points, more) => ({
  after, colour: moves[after][0], played: moves[after][1], points, chance_before: 0.6, chance_after: 0.35,
  better: ["E5", "E4", "E6"], answer: ["C3", "G7"], is_turning_point: false,
  sentence: `${moves[after][1]} leaves the middle open. E5 takes it and keeps both groups connected.`, ...more,
});
const mistakes = [mistake(2, 3.5), mistake(6, 8.2, { is_turning_point: true }), mistake(10, 3.6), mistake(14, 4.1)];
const summary = { moves: 8, points_lost: 1.4, agreed: 3, grades: [4, 2, 1, 1] };

/** A review that is done, of any game that is asked for. */
export const reviewOf = (id) => ({
  is: "review", id, stage: "done", done: 1,
  game: {
    width: size, height: size, komi: 7, rules: "Chinese", handicap: 0, black: "Ann", white: "Bo", result: "W+3.5",
    date: "2026-03-01", event: "Club evening", moves_before: 0, start: ".".repeat(size * size), moves,
    comments: [[0, "Good luck!"]], warnings: [], black_rank: "3k", white_rank: "1 dan",
    marks: [{ after: 2, at: "A9", sign: "label", text: "A" }, { after: 2, at: "B9", sign: "triangle" }],
    lines: [
      {
        of: null, after: 2, moves: [["black", "C3"], ["white", "G3"], ["black", "C7"]],
        comments: [[3, "A quiet beginning."]], marks: [{ after: 5, at: "E5", sign: "square" }],
      },
      { of: 0, after: 4, moves: [["black", "E5"]], comments: [], marks: [] },
    ],
  },
  graph: [],
  found: {
    judge: "the mock",
    positions: Array.from({ length: moves.length + 1 }, (_, i) => ({
      win_rate: 0.5 + Math.sin(i / 3) * 0.3, lead: Math.sin(i / 3) * 6, sequence: ["E5", "E4"],
    })),
    lost: moves.map((_, i) => (i % 4 === 2 ? 3.5 : 0.2)),
    mistakes, costly: mistakes, first: [6, 2],
    found: [{
      after: 4, rank: "3k", own: 0.1, saved: 3.2, colour: moves[4][0], played: moves[4][1],
      sentence: `Move 5, Black ${moves[4][1]}: nothing better was found. Few players of 3 kyu find that.`,
    }],
    fights: [
      {
        looks: [
          { after: 5, worth: 10, chance: 0.4, points: ["A1", "B1", "A2", "B2"] },
          { after: 9, worth: 25, chance: 0.7, points: ["A1", "B1", "A2", "B2", "C2"] },
        ],
        winner: "black", peak: 9, sentence: "Black's four stones in the lower left are captured at move 9.",
      },
      {
        looks: [{ after: 12, worth: 14, chance: 0.2, points: ["H8", "J8", "H9", "J9"] }],
        winner: "white", peak: 12, sentence: "White lives in the upper right from move 12 on.",
      },
    ],
    players: { black: summary, white: summary },
  },
});
