// What the page and the server say to each other about games of before and their reviews.

import { colour, listOf, number, oneOf, orNull, points, shaped, text, truth, tuple } from "./checks";
import type { Check } from "./checks";
import type { Colour } from "./colour";
import { isThought } from "./inside";
import type { Partner, Thinking } from "./messages";

export type ToLibrary =
  | { do: "games" }
  | { do: "delete"; game: string }
  | { do: "restore"; game: string }
  | { do: "review"; game: string; start: boolean }
  | { do: "close-review" }
  | { do: "explore"; after: number; moves: string[]; number: number }
  | { do: "stop-exploring" }
  | { do: "play-from"; after: number; moves: string[]; colour: Colour; partner: Partner };

/** Names, events and dates come from records of strangers: text, whatever it looks like. */
export interface Listed {
  id: string;
  /** Seconds since 1970. */
  begun: number;
  size: number;
  handicap: number;
  moves: number;
  black: string;
  white: string;
  event: string | null;
  date: string | null;
  result: string | null;
  /** Set for games with the partner. */
  you: Colour | null;
  strength: string | null;
  goes_on: boolean;
  /** Points lost a move by each side, and mistakes that mattered. */
  review: { black_lost: number; white_lost: number; mistakes: number } | null;
}

export interface Games {
  is: "games";
  games: Listed[];
}

/** A mark of the record's own. */
export interface Mark {
  /** Moves before it. */
  after: number;
  at: string;
  sign: "triangle" | "square" | "circle" | "cross" | "selected" | "label";
  /** Of a label. */
  text?: string;
}

/** A variation of the record: moves in place of those that follow in the line it leaves, the game's own where that is
 * null. Numbers count from the start of the game. */
export interface RecordLine {
  of: number | null;
  after: number;
  moves: [Colour, string][];
  comments: [number, string][];
  marks: Mark[];
}

export interface ReviewedGame {
  width: number;
  height: number;
  komi: number;
  rules: string;
  handicap: number;
  black: string;
  white: string;
  black_rank: string | null;
  white_rank: string | null;
  result: string | null;
  date: string | null;
  event: string | null;
  moves_before: number;
  start: string;
  moves: [Colour, string][];
  comments: [number, string][];
  marks: Mark[];
  lines: RecordLine[];
  warnings: string[];
}

/** Chances and leads are Black's here and below. */
export interface Judged {
  win_rate: number;
  lead: number;
  sequence: string[];
}

export interface Mistake {
  /** Moves before it. */
  after: number;
  colour: Colour;
  played: string;
  points: number;
  chance_before: number;
  chance_after: number;
  better: string[];
  answer: string[];
  is_turning_point: boolean;
  sentence: string;
}

export interface FightLook {
  after: number;
  worth: number;
  chance: number;
  points: string[];
}

export interface Fight {
  looks: FightLook[];
  winner: Colour | null;
  /** Moves before the look at which most was at stake. */
  peak: number;
  sentence: string;
}

export interface Summary {
  moves: number;
  points_lost: number;
  agreed: number;
  /** Good moves, and those that cost 1 to 3, 3 to 6, and more points. */
  grades: number[];
}

export interface Found {
  judge: string;
  positions: Judged[];
  lost: number[];
  /** Those that mattered. */
  mistakes: Mistake[];
  /** Every move that is shown with a better one, those that mattered among them. */
  costly: Mistake[];
  fights: Fight[];
  players: Record<Colour, Summary>;
}

export const stages = ["none", "waiting", "running", "done", "failed"] as const;
export type Stage = (typeof stages)[number];
/** Move number, Black's chance from 0 to 1, Black's lead. */
export type Graph = [number, number, number][];

export interface Review {
  is: "review";
  id: string;
  stage: Stage;
  /** From 0 to 1. */
  done: number;
  game: ReviewedGame;
  graph: Graph;
  found: Found | null;
}

export interface Reviewing {
  is: "reviewing";
  id: string;
  done: number;
  graph: Graph;
}

/** What Shidogo thinks of a position that the page asked about under a number. */
export interface Explored extends Omit<Thinking, "is"> {
  is: "explored";
  number: number;
}

export interface NotExplored {
  is: "not-explored";
  number: number;
  text: string;
}

export type FromLibrary = Games | Review | Reviewing | Explored | NotExplored;

const whole: Check = (value) => Number.isInteger(value) && (value as number) >= 0;
const side: Check = (value) => whole(value) && (value as number) >= 2 && (value as number) <= 19;
const graph = listOf(tuple(whole, number, number));
const summary = shaped({ moves: whole, points_lost: number, agreed: whole, grades: tuple(whole, whole, whole, whole) });

const marks = listOf(
  (value) =>
    shaped({ after: whole, at: text, sign: oneOf("triangle", "square", "circle", "cross", "selected", "label") })(value) &&
    ((value as Mark).sign !== "label" || text((value as Mark).text)),
);
/** A line comes after the one that it leaves. */
const lines = (value: unknown): boolean =>
  listOf(
    shaped({ of: orNull(whole), after: whole, moves: listOf(tuple(colour, text)), comments: listOf(tuple(whole, text)), marks }),
  )(value) && (value as RecordLine[]).every(({ of }, i) => of === null || of < i);

const game = shaped({
  width: side, height: side, komi: number, rules: text, handicap: whole, black: text, white: text, black_rank: orNull(text),
  white_rank: orNull(text), result: orNull(text),
  date: orNull(text), event: orNull(text), moves_before: whole, start: points, moves: listOf(tuple(colour, text)),
  comments: listOf(tuple(whole, text)), marks, lines, warnings: listOf(text),
});

const mistake = shaped({
  after: whole, colour, played: text, points: number, chance_before: number, chance_after: number,
  better: listOf(text), answer: listOf(text), is_turning_point: truth, sentence: text,
});

const found = shaped({
  judge: text,
  positions: listOf(shaped({ win_rate: number, lead: number, sequence: listOf(text) })),
  lost: listOf(number),
  mistakes: listOf(mistake),
  costly: listOf(mistake),
  fights: listOf(
    shaped({
      looks: (value) =>
        listOf(shaped({ after: whole, worth: number, chance: number, points: listOf(text) }))(value) &&
        (value as unknown[]).length > 0,
      winner: orNull(colour), peak: whole, sentence: text,
    }),
  ),
  players: shaped({ black: summary, white: summary }),
});

const review = shaped({ id: text, stage: oneOf(...stages), done: number, game, graph, found: orNull(found) });

export const libraryShapes: Record<FromLibrary["is"], Check> = {
  games: shaped({
    games: listOf(
      shaped({
        id: text, begun: number, size: side, handicap: whole, moves: whole, black: text, white: text,
        event: orNull(text), date: orNull(text), result: orNull(text), you: orNull(colour), strength: orNull(text),
        goes_on: truth, review: orNull(shaped({ black_lost: number, white_lost: number, mistakes: whole })),
      }),
    ),
  }),
  review: (value) => {
    if (!review(value)) return false;
    const { game, found, graph } = value as Review;
    const moves = game.moves.length;
    return (
      game.start.length === game.width * game.height &&
      graph.every(([after]) => after <= moves) &&
      (found === null || (found.positions.length === moves + 1 && found.lost.length === moves))
    );
  },
  reviewing: shaped({ id: text, done: number, graph }),
  explored: (value) => shaped({ number: whole })(value) && isThought(value),
  "not-explored": shaped({ number: whole, text }),
};

/** What the server says of a file that was brought along. */
export interface BroughtAlong {
  games: string[];
  refused: number;
  why: string | null;
}

export const isBroughtAlong = (value: unknown): value is BroughtAlong =>
  shaped({ games: listOf(text), refused: whole, why: orNull(text) })(value);
