// What something from outside must look like.

export type Check = (value: unknown) => boolean;
type Shape = Record<string, Check>;

export const text: Check = (value) => typeof value === "string";
export const number: Check = (value) => typeof value === "number" && Number.isFinite(value);
export const truth: Check = (value) => typeof value === "boolean";
export const whole: Check = (value) => Number.isInteger(value) && (value as number) >= 0;
export const oneOf = (...words: readonly string[]): Check => (value) => words.includes(value as string);
export const orNull = (check: Check): Check => (value) => value === null || check(value);
export const orNothing = (check: Check): Check => (value) => value === undefined || check(value);
export const listOf = (check: Check): Check => (value) => Array.isArray(value) && value.every(check);
export const tuple = (...checks: Check[]): Check => (value) =>
  Array.isArray(value) && value.length === checks.length && checks.every((check, i) => check(value[i]));
export const shaped = (shape: Shape): Check => (value) =>
  typeof value === "object" && value !== null &&
  Object.entries(shape).every(([field, check]) => check((value as Record<string, unknown>)[field]));

export const colour = oneOf("black", "white");
export const points: Check = (value) => typeof value === "string" && /^[.XO]+$/.test(value);
