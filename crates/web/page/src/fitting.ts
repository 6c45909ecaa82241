// After a game, the level that fits follows what its moves and those of the games before it were like.

import { useEffect } from "preact/hooks";
import { library } from "./library";
import { isRank, keepFittingRank } from "./levels";
import type { Listed } from "./libraryMessages";
import type { Game } from "./messages";

/** The rank that the newest game with one speaks for, together with those before it. */
export function latestRank(games: Listed[]): string | null {
  const newest = games.filter(({ rank }) => rank !== null).sort((a, b) => b.begun - a.begun)[0];
  return newest?.rank && isRank(newest.rank.rank) ? newest.rank.rank : null;
}

/** Keeps the rank that fits up to date. */
export function useFittingRank(game: Game | null): void {
  const isKnown = game !== null && game.played_like !== null;
  useEffect(() => {
    if (!isKnown) return;
    library.list();
    return library.watch(() => {
      const rank = latestRank(library.now().games ?? []);
      if (rank !== null) keepFittingRank(rank);
    });
  }, [game?.id, isKnown]);
}
