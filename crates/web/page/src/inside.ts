// What the server tells beyond the game itself: what moves cost, clocks, and what decides the game.

import { colour, listOf, number, orNull, shaped, text, truth, tuple } from "./checks";
import type { Check } from "./checks";
import type { Colour } from "./colour";

/** What a move of the player's cost, in points and of the win rate. */
export interface Lesson {
  number: number;
  at: string;
  cost: number;
  chance: number;
  /** What would have been better, and how it would have gone on. */
  better: string[] | null;
  /** Whether Shidogo itself had named the move. */
  named: boolean;
  /** All of it in words. */
  sentence: string;
}

/** A clock with byo-yomi, in seconds. */
export interface ClockWish {
  main: number;
  periods: number;
  period: number;
}

export interface ClockShown {
  left: number;
  /** Null in the main time. */
  periods: number | null;
}

export interface Clocks extends Record<Colour, ClockShown> {
  wish: ClockWish;
  running: Colour | null;
}

/** A way for the game to end. Scores are Black's, komi included. */
export interface Cluster {
  low: number;
  high: number;
  /** The median of the scores between these. */
  score: number;
  weight: number;
  /** From the top left, in hundredths: how much it takes that Black holds the point, or White, below 0. */
  critical: number[];
}

/** Settled: one side has it with at least 90%, and playouts agree. */
export type Fate = "open" | "settled" | "both-live";

/** What is said of a group of stones: one statement. */
export interface Fight {
  points: string[];
  black: string[][];
  white: string[][];
  /** Where it is, in a player's words. */
  place: string;
  /** Points between winning and losing it. */
  worth: number;
  /** How likely Black wins it in the partner's own eyes; means nothing where both live. */
  black_wins: number;
  fate: Fate;
  /** How likely Black wins it in playouts, where that is another opinion. */
  second_opinion: number | null;
  /** Stones that may be captured. */
  in_danger: string[];
  sequence: string[];
  /** What it comes to when Black begins it, and when White does, once it was read out. */
  readings: Reading[];
}

export interface Reading {
  first: Colour;
  black_wins: number;
  sequence: string[];
}

export interface Danger {
  is: "danger";
  /** Moves on the board. */
  number: number;
  playouts: number;
  of: number;
  /** Black's win rate and score lead in the partner's own eyes; all that follows agrees with them. */
  black_wins: number;
  lead: number;
  /** Black's share of the playouts, where that is another opinion. */
  second_opinion: number | null;
  /** Each score with its share. */
  scores: [number, number][];
  clusters: Cluster[];
  fights: Fight[];
}

/** Every move that was tried: the place of the one before it, and its name. */
export type MoveTree = [number | null, string][];

export const whole: Check = (value) => Number.isInteger(value) && (value as number) >= 0;

export const isLesson = shaped({
  number: whole, at: text, cost: number, chance: number, better: orNull(listOf(text)), named: truth, sentence: text,
});

export const isClockWish = shaped({ main: number, periods: whole, period: number });
const isClock = shaped({ left: number, periods: orNull(whole) });
export const isClocks = shaped({
  wish: isClockWish, black: isClock, white: isClock, running: orNull(colour),
});

/** A tree in which every move comes after one before it: only such a tree can be drawn. */
export const isTree = (value: unknown): boolean =>
  listOf(tuple(orNull(whole), text))(value) &&
  (value as MoveTree).every(([after], place) => after === null || after < place);

export const isCandidates = listOf(
  shaped({ at: text, visits: number, win_rate: number, lead: number, prior: number, variation: listOf(text) }),
);

/** What is thought of a position. */
export const isThought = shaped({
  visits: number,
  win_rate: number,
  lead: number,
  spread: number,
  candidates: isCandidates,
  owners: orNull(listOf(number)),
  curve: listOf(tuple(number, number)),
});

export const isDanger = shaped({
  number: whole,
  playouts: whole,
  of: whole,
  black_wins: number,
  lead: number,
  second_opinion: orNull(number),
  scores: listOf(tuple(number, number)),
  clusters: listOf(shaped({ low: number, high: number, score: number, weight: number, critical: listOf(number) })),
  fights: listOf(
    shaped({
      points: listOf(text),
      black: listOf(listOf(text)),
      white: listOf(listOf(text)),
      place: text,
      worth: number,
      black_wins: number,
      fate: (value) => value === "open" || value === "settled" || value === "both-live",
      second_opinion: orNull(number),
      in_danger: listOf(text),
      sequence: listOf(text),
      readings: listOf(shaped({ first: colour, black_wins: number, sequence: listOf(text) })),
    }),
  ),
});
