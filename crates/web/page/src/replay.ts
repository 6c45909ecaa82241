// A game of before, position by position.

import type { ReviewedGame } from "./libraryMessages";
import { layOut, signsFrom } from "./signs";
import type { Sign } from "./signs";

/** The board after every number of moves, from none to all. */
export function boardsOf(game: ReviewedGame): Sign[][][] {
  const boards = [signsFrom(game.start, game.width)];
  for (const [colour, at] of game.moves) boards.push(layOut(boards[boards.length - 1]!, [at], colour).signs);
  return boards;
}

/** Whose turn it is after that many moves. */
export function turnAfter(game: ReviewedGame, moves: number): "black" | "white" {
  const next = game.moves[moves];
  if (next) return next[0];
  const last = game.moves.at(-1);
  return last?.[0] === "black" ? "white" : "black";
}
