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
  mode: number;
  weight: number;
  /** From the top left, in hundredths: how much it takes that Black holds the point, or White, below 0. */
  critical: number[];
}

export interface Fight {
  points: string[];
  black: string[][];
  white: string[][];
  /** Points between winning and losing it. */
  worth: number;
  black_wins: number;
  settled: boolean;
  /** How much more of it the partner thinks will be Black's than White's, from -1 to 1. */
  partner_thinks: number | null;
  sequence: string[];
  /** What it comes to when Black begins it, and when White does, once it was read out. */
  readings: Reading[];
}

export interface Reading {
  first: Colour;
  black_wins: number;
  sequence: string[];
}

/** A chain whose life the partner is not sure of. */
export interface Weak {
  colour: Colour;
  stones: string[];
  /** How likely it lives, from 0 to 1. */
  lives: number;
}

export interface Danger {
  is: "danger";
  /** Moves on the board. */
  number: number;
  playouts: number;
  of: number;
  scores: [number, number][];
  clusters: Cluster[];
  fights: Fight[];
  weak: Weak[];
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
  scores: listOf(tuple(number, whole)),
  clusters: listOf(shaped({ low: number, high: number, mode: number, weight: number, critical: listOf(number) })),
  fights: listOf(
    shaped({
      points: listOf(text),
      black: listOf(listOf(text)),
      white: listOf(listOf(text)),
      worth: number,
      black_wins: number,
      settled: truth,
      partner_thinks: orNull(number),
      sequence: listOf(text),
      readings: listOf(shaped({ first: colour, black_wins: number, sequence: listOf(text) })),
    }),
  ),
  weak: listOf(shaped({ colour, stones: listOf(text), lives: number })),
});
