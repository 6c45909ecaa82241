// What the page and the server say to each other about games of before and their reviews.

import { colour, listOf, number, oneOf, orNull, points, shaped, text, truth, tuple } from "./checks";
import type { Check } from "./checks";
import type { Colour } from "./colour";

export type ToLibrary =
  | { do: "games" }
  | { do: "delete"; game: string }
  | { do: "restore"; game: string }
  | { do: "review"; game: string; start: boolean }
  | { do: "close-review" };

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

export interface ReviewedGame {
  width: number;
  height: number;
  komi: number;
  rules: string;
  handicap: number;
  black: string;
  white: string;
  result: string | null;
  date: string | null;
  event: string | null;
  moves_before: number;
  start: string;
  moves: [Colour, string][];
  comments: [number, string][];
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
  mistakes: Mistake[];
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

export type FromLibrary = Games | Review | Reviewing;

const whole: Check = (value) => Number.isInteger(value) && (value as number) >= 0;
const side: Check = (value) => whole(value) && (value as number) >= 2 && (value as number) <= 19;
const graph = listOf(tuple(whole, number, number));
const summary = shaped({ moves: whole, points_lost: number, agreed: whole, grades: tuple(whole, whole, whole, whole) });

const game = shaped({
  width: side, height: side, komi: number, rules: text, handicap: whole, black: text, white: text, result: orNull(text),
  date: orNull(text), event: orNull(text), moves_before: whole, start: points, moves: listOf(tuple(colour, text)),
  comments: listOf(tuple(whole, text)), warnings: listOf(text),
});

const found = shaped({
  judge: text,
  positions: listOf(shaped({ win_rate: number, lead: number, sequence: listOf(text) })),
  lost: listOf(number),
  mistakes: listOf(
    shaped({
      after: whole, colour, played: text, points: number, chance_before: number, chance_after: number,
      better: listOf(text), answer: listOf(text), is_turning_point: truth, sentence: text,
    }),
  ),
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
};

/** What the server says of a file that was brought along. */
export interface BroughtAlong {
  games: string[];
  refused: number;
  why: string | null;
}

export const isBroughtAlong = (value: unknown): value is BroughtAlong =>
  shaped({ games: listOf(text), refused: whole, why: orNull(text) })(value);
