// How strong the partner is, in ranks. “Fits me” follows what the user's games say.

import { keep, recall } from "./kept";

/** From the weakest to the strongest. */
export const ranks: readonly string[] = [
  ...Array.from({ length: 30 }, (_, i) => `${30 - i}k`),
  ...Array.from({ length: 9 }, (_, i) => `${i + 1}d`),
];

export const isRank = (value: unknown): value is string => ranks.includes(value as string);

/** A rank, somebody who has just learnt the rules, all that Shidogo can, or whatever fits. */
export type Level = "fits-me" | "beginner" | "strongest" | (string & {});

export const levels: readonly Level[] = ["fits-me", "beginner", ...ranks, "strongest"];
export const isLevel = (value: unknown): value is Level => levels.includes(value as Level);

/** Where somebody begins of whom nothing is known. */
const usualRank = "20k";

/** The rank that fits the user now. */
export const fittingRank = (): string => recall("rank", usualRank, isRank);
export const keepFittingRank = (rank: string): void => keep("rank", rank);

/** Whether a partner plays like a person: then nobody speaks of win rates unless asked. */
export const isLikePerson = (strength: string): boolean => strength === "beginner" || isRank(strength);

/** What the server is asked for. */
export const strengthOf = (level: Level): string => (level === "fits-me" ? fittingRank() : level);

/** All that a game may have been played against, the weakest first; games of older programs have words for it. */
export const strengthsInOrder: readonly string[] = ["beginner", ...ranks, "gentle", "easy", "medium", "strong", "strongest"];
