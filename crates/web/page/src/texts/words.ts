// Parts of what is said in many places.

import type { Colour } from "../colour";

export const colours: Record<Colour, string> = { black: "Black", white: "White" };
export const percent = (chance: number) => `${Math.round(chance * 100)}%`;
export const points = (lead: number) => Math.abs(lead).toFixed(1);
/** Short enough for a point of the board. */
export const count = (number: number) => {
  if (number < 1000) return String(number);
  return number < 9950 ? `${(number / 1000).toFixed(1)}k` : `${Math.round(number / 1000)}k`;
};
export const leader = (lead: number) => (lead >= 0 ? colours.black : colours.white);

export const isPass = (at: string) => at.toLowerCase() === "pass";
export const span = (seconds: number) => (seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`);
/** Chains by one of their stones. */
export const chainsName = (owner: string, chains: string[][]) => {
  const stones = chains.reduce((sum, chain) => sum + chain.length, 0);
  if (stones === 0) return "";
  const names = chains.slice(0, 3).map((chain) => chain[0] ?? "");
  return `${owner}'s ${stones === 1 ? "stone" : `${stones} stones`} at ${names.join(", ")}${chains.length > 3 ? "…" : ""}`;
};

/** The name of a word, or the word itself where this page has no name for it. */
export const named = (names: Record<string, string>, word: string) =>
  Object.hasOwn(names, word) ? (names[word] ?? word) : word;
/** A rank by its steps above 30 kyu. */
export const rankInWords = (steps: number) => {
  const whole = Math.floor(Math.max(0, Math.min(38, steps)));
  return whole < 30 ? `${30 - whole} kyu` : `${whole - 29} dan`;
};
/** A lead that rounds to nothing. */
export const evenLead = 0.05;
/** “12k” in words. */
export const rankName = (rank: string) => rank.replace(/^(\d+)k$/, "$1 kyu").replace(/^(\d+)d$/, "$1 dan");
