// Players that learn to open: their names, and what their beliefs look like on a board.

import { nameOf } from "./points";

/** What a player may see besides the stones, by the letters of the paper. */
export const features = ["B", "C", "D", "E"] as const;
export type Feature = (typeof features)[number];

/** Boards on which players learn here. */
export const openingSizes = [7, 9, 13, 19] as const;

/** Plays any move; there is nothing to learn. */
export const randomPlayer = "random";

/** The name of a player: what it sees, and its board. */
export const openerName = (sees: readonly Feature[], size: number): string =>
  `A${features.filter((feature) => sees.includes(feature)).join("")}-${size}x${size}`;

export interface OpenerParts {
  letters: string;
  sees: Feature[];
  size: number;
}

/** Null where it is no such name. */
export function openerParts(name: string): OpenerParts | null {
  const found = /^(A(B?C?D?E?))-(\d+)x\3$/.exec(name);
  const [, letters, rest, size] = found ?? [];
  if (letters === undefined || rest === undefined) return null;
  return { letters, sees: features.filter((feature) => rest.includes(feature)), size: Number(size) };
}

export const isOpenerName = (value: unknown): value is string => typeof value === "string" && openerParts(value) !== null;

type Values = readonly (number | null)[];

const highest = (values: Values) => values.reduce<number>((most, value) => Math.max(most, value ?? -Infinity), -Infinity);

/** Points less that make a move half as warm. */
export const halfAsWarm = 3;

/** How warm each point is, from 0 to 1: the best is 1. Where all moves are worth the same, all are. */
export function warmth(values: Values): number[] {
  const best = highest(values);
  return values.map((value) => (value === null ? 0 : 2 ** ((value - best) / halfAsWarm)));
}

/** Moves whose values differ by less are the same to a reader. */
const same = 0.05;

/** The best points, with what they are worth; null while there is nothing to prefer. */
export function bestPoints(values: Values, size: number): { at: string[]; value: number } | null {
  const best = highest(values);
  const at = values.flatMap((value, i) =>
    value !== null && value > best - same ? [nameOf([i % size, Math.floor(i / size)], size)] : [],
  );
  // On a board without stones, a point has up to seven others like it.
  return at.length === 0 || at.length > 8 ? null : { at, value: best };
}
