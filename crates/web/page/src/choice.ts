import type { ClockWish } from "./inside";
import type { Choice } from "./messages";

/** A quick game that a beginner can enjoy. */
export const usualChoice: Choice = {
  size: 9,
  colour: "black",
  handicap: 0,
  komi: null,
  rules: "chinese",
  // The level is chosen apart from it: what fits changes from game to game.
  partner: { strength: "20k", seconds: 2, aim: "close" },
  clock: null,
};

/** Games for those who have just learnt the rules, one after the other: whoever captures that many stones first wins. */
export const captureGames = [
  { size: 5, captures: 1 },
  { size: 7, captures: 3 },
] as const;

/** A game with somebody who has just learnt the rules, too. */
export const beginnersGame = (game: { size: number; captures?: number }): Choice => ({
  ...usualChoice,
  ...game,
  partner: { strength: "beginner", seconds: 1, aim: "win" },
});

/** What comes after such a game; a whole game in the end. */
export const afterCaptureGame = (captures: number) =>
  captureGames.find((game) => game.captures > captures) ?? { size: usualChoice.size };

/** Whether the player has the first move for certain, so that a click on the empty board can be it. */
export const isFirst = (choice: Choice) => choice.colour === "black" && choice.handicap === 0;

export const usualSizes = [9, 13, 19] as const;
export const leastSize = 5;
export const mostSize = 19;
export const handicaps = [0, 2, 3, 4, 5, 6, 7, 8, 9] as const;
export const thinkingTimes = [0.5, 1, 2, 5, 10, 20, 60] as const;
/** How fast a partner answers. */
export const paces = ["quick", "person"] as const;
export type Pace = (typeof paces)[number];
/** Seconds; from quick to slow. */
export const clocks: readonly ClockWish[] = [
  { main: 0, periods: 5, period: 10 },
  { main: 60, periods: 3, period: 10 },
  { main: 300, periods: 3, period: 20 },
  { main: 600, periods: 5, period: 30 },
  { main: 1800, periods: 5, period: 30 },
];
export const mostKomi = 150;

/** What komi of one's own starts from: close to that of most rules. */
export const firstOwnKomi = 6.5;
