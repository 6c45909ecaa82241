// How strong the partner is, in ranks. “Fits me” follows what the user's games say.

import { isCharacter } from "./character";
import { keep, recall } from "./kept";
import { isObjective } from "./messages";
import type { Partner } from "./messages";

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

/** Whether an aim means something at a level: for those who play at a rank. */
export const mayAim = (level: Level): boolean => level === "fits-me" || isRank(level);

/** What the server is asked for. */
const strengthOf = (level: Level): string => (level === "fits-me" ? fittingRank() : level);
export function partnerAt(level: Level, wish: Partner): Partner {
  const steers = mayAim(level) && !isObjective(wish.aim);
  const aim = steers || isObjective(wish.aim) ? wish.aim : "win";
  const { adapts: _, character, ...rest }: Partner = { ...wish, aim, strength: strengthOf(level) };
  const partner: Partner = rest;
  if (isCharacter(character) && character !== "none" && level !== "beginner") partner.character = character;
  // Whoever aims at a result can find out on the way whom it plays with.
  return steers && level === "fits-me" ? { ...partner, adapts: true } : partner;
}

/** All that a game may have been played against, the weakest first; games of older programs have words for it. */
export const strengthsInOrder: readonly string[] = ["close", "beginner", ...ranks, "gentle", "easy", "medium", "strong", "strongest"];
