// What the server tells beyond the game itself: what moves cost, clocks, and what decides the game.

import { colour, listOf, number, orNull, points, shaped, text, truth, tuple } from "./checks";
import type { Check } from "./checks";
import type {
  CandidateMove, ClockChoice, ClockShown, ClocksShown, ClusterShown, ConsideredMove, Danger as DangerShown, FightShown,
  GameState, Lesson, ReadingShown, ServerMessage, SteeredShown, Thinking,
} from "./generated";

export type {
  ClockChoice as ClockWish, ClockShown, ClocksShown as Clocks, ClusterShown as Cluster, FateShown as Fate,
  FightShown as Fight, Lesson, ReadingShown as Reading, SteeredShown as Steered,
} from "./generated";

export type Danger = Extract<ServerMessage, { is: "danger" }>;
/** Every move that was tried: the place of the one before it, and its name. */
export type MoveTree = GameState["tree"];

export const whole: Check = (value) => Number.isInteger(value) && (value as number) >= 0;

export const isLesson = shaped<Lesson>({
  number: whole, at: text, cost: number, chance: number, better: orNull(listOf(text)), named: truth, is_quiet: truth, sentence: text,
});

export const isClockWish = shaped<ClockChoice>({ main: number, periods: whole, period: number });
const isClock = shaped<ClockShown>({ left: number, periods: orNull(whole) });
export const isClocks = shaped<ClocksShown>({
  wish: isClockWish, black: isClock, white: isClock, running: orNull(colour),
});

/** A tree in which every move comes after one before it: only such a tree can be drawn. */
export const isTree = (value: unknown): boolean =>
  listOf(tuple(orNull(whole), text))(value) &&
  (value as MoveTree).every(([after], place) => after === null || after < place);

export const isCandidates = listOf(
  shaped<CandidateMove>({ at: text, visits: number, win_rate: number, lead: number, prior: number, variation: listOf(text) }),
);

/** What a decision was made from, and how moves steered the game. */
export const isDecision = listOf(
  shaped<ConsideredMove>({
    at: text, visits: number, win_rate: number, lead: number, prior: number, weighted: orNull(number), people: orNull(number),
    status: text, rule: text,
  }),
);
export const isSteered = listOf(
  shaped<SteeredShown>({
    number: whole, at: text, lead: number, aim: number, given: orNull(number), sentence: orNull(text), before: orNull(points),
  }),
);

/** What is thought of a position. */
export const isThought = shaped<Thinking>({
  visits: number,
  win_rate: number,
  lead: number,
  spread: number,
  candidates: isCandidates,
  owners: orNull(listOf(number)),
  curve: listOf(tuple(number, number)),
});

export const isDanger = shaped<DangerShown>({
  number: whole,
  playouts: whole,
  of: whole,
  black_wins: number,
  lead: number,
  second_opinion: orNull(number),
  scores: listOf(tuple(number, number)),
  clusters: listOf(shaped<ClusterShown>({ low: number, high: number, score: number, weight: number, critical: listOf(number) })),
  fights: listOf(
    shaped<FightShown>({
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
      readings: listOf(shaped<ReadingShown>({ first: colour, black_wins: number, sequence: listOf(text) })),
    }),
  ),
});
