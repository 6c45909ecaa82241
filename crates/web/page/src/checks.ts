// What comes from elsewhere is looked at before it is trusted: checks, and how to put them together.

import type { RankShown } from "./generated";

export type Check = (value: unknown) => boolean;
export type Shape = Record<string, Check>;

export const text: Check = (value) => typeof value === "string";
export const number: Check = (value) => typeof value === "number" && Number.isFinite(value);
export const truth: Check = (value) => typeof value === "boolean";
export const oneOf = (...words: readonly string[]): Check => (value) => words.includes(value as string);
export const orNull = (check: Check): Check => (value) => value === null || check(value);
export const listOf = (check: Check): Check => (value) => Array.isArray(value) && value.every(check);
export const tuple = (...checks: Check[]): Check => (value) =>
  Array.isArray(value) && value.length === checks.length && checks.every((check, i) => check(value[i]));
/** With a type, the shape has a check for every field of it. */
export const shaped = <T = Shape>(shape: { [field in keyof T]-?: Check }): Check => (value) =>
  typeof value === "object" && value !== null &&
  Object.entries<Check>(shape).every(([field, check]) => check((value as Record<string, unknown>)[field]));

export const colour = oneOf("black", "white");
/** What rank moves speak for. */
export const rank = shaped<RankShown>({ rank: text, steps: number, interval: tuple(number, number), sentence: text });
/** Points of a board, row by row. */
export const points: Check = (value) => typeof value === "string" && /^[.XO]+$/.test(value);
