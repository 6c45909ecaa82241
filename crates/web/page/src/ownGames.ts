// The user's own games: which side was theirs, how it went, what they filter and what becomes of them over time.

import type { Listed } from "./libraryMessages";
import type { Colour } from "./colour";

export const outcomes = ["won", "lost", "draw", "unfinished", "others"] as const;
export type Outcome = (typeof outcomes)[number];

export interface Filter {
  text: string;
  outcome: Outcome | "all";
  /** 0 for all. */
  size: number;
  /** Days back from today; 0 for all. */
  days: number;
}

export const noFilter: Filter = { text: "", outcome: "all", size: 0, days: 0 };

/** The user's side: what they played against the partner, or where a record has their name. */
export function sideOf(game: Listed, name: string): Colour | null {
  if (game.you !== null) return game.you;
  const wanted = name.trim().toLowerCase();
  if (wanted === "") return null;
  if (game.black.trim().toLowerCase() === wanted) return "black";
  return game.white.trim().toLowerCase() === wanted ? "white" : null;
}

export function outcomeOf(game: Listed, name: string): Outcome {
  const side = sideOf(game, name);
  if (side === null) return "others";
  const winner = /^[BW]\+/.test(game.result ?? "") ? (game.result!.startsWith("B") ? "black" : "white") : null;
  if (winner !== null) return winner === side ? "won" : "lost";
  return game.result === "0" ? "draw" : "unfinished";
}

/** When it was played, in milliseconds: as the record says, or else when it came here. */
export function whenOf(game: Listed): number {
  const day = game.you === null ? /^\d{4}-\d{2}-\d{2}/.exec(game.date ?? "") : null;
  const read = day ? Date.parse(day[0]) : NaN;
  return Number.isNaN(read) ? game.begun * 1000 : read;
}

/** What the user lost a move, where the game was reviewed. */
export function lostOf(game: Listed, name: string): number | null {
  const side = sideOf(game, name);
  if (side === null || game.review === null) return null;
  return side === "black" ? game.review.black_lost : game.review.white_lost;
}

/** The games that fit, those that were played last first. */
export function filtered(games: Listed[], filter: Filter, name: string, words: (game: Listed) => string, now: number): Listed[] {
  const wanted = filter.text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const fitting = games.filter((game) => {
    const text = words(game).toLowerCase();
    return (
      wanted.every((word) => text.includes(word)) &&
      (filter.outcome === "all" || outcomeOf(game, name) === filter.outcome) &&
      (filter.size === 0 || game.size === filter.size) &&
      (filter.days === 0 || whenOf(game) >= now - filter.days * 86_400_000)
    );
  });
  return fitting.sort((a, b) => whenOf(b) - whenOf(a));
}

/** Finished games of the user that could be reviewed. */
export function unreviewed(games: Listed[], name: string): Listed[] {
  return games.filter((game) => game.review === null && game.captures === null && !game.goes_on && game.moves > 0 && sideOf(game, name) !== null);
}

export interface Record {
  won: number;
  lost: number;
  /** The mean over reviewed games; null where none was. */
  pointsLost: number | null;
}

/** Results against each strength of the partner, the weakest first as far as the order is known. */
export function recordsByStrength(games: Listed[], order: readonly string[]): [string, Record][] {
  const all = new Map<string, Listed[]>();
  for (const game of games) {
    if (game.strength === null || game.result === null) continue;
    all.set(game.strength, [...(all.get(game.strength) ?? []), game]);
  }
  const rank = (strength: string) => (order.includes(strength) ? order.indexOf(strength) : order.length);
  return [...all.entries()]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([strength, games]) => {
      const losses = games.map((game) => lostOf(game, "")).filter((lost) => lost !== null);
      const count = (outcome: Outcome) => games.filter((game) => outcomeOf(game, "") === outcome).length;
      return [strength, { won: count("won"), lost: count("lost"), pointsLost: mean(losses) }];
    });
}

/** Points lost a move in every reviewed game of the user, the oldest first, with the mean of the last five. */
export function progressOf(games: Listed[], name: string): { when: number; lost: number; mean: number }[] {
  const own = games.flatMap((game) => {
    const lost = lostOf(game, name);
    return lost === null ? [] : [{ when: whenOf(game), lost }];
  });
  own.sort((a, b) => a.when - b.when);
  return own.map((game, i) => ({ ...game, mean: mean(own.slice(Math.max(0, i - 4), i + 1).map(({ lost }) => lost)) ?? 0 }));
}

/** What rank the user's moves spoke for, game after game. */
export function ranksOf(games: Listed[]): { when: number; steps: number; low: number; high: number }[] {
  return games
    .flatMap((game) => (game.rank ? [{ when: whenOf(game), steps: game.rank.steps, low: game.rank.interval[0], high: game.rank.interval[1] }] : []))
    .sort((a, b) => a.when - b.when);
}

const mean = (numbers: number[]): number | null =>
  numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
