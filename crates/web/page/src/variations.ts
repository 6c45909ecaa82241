// Variations of a record, and moves that are tried: lines that leave the game at some move.

import type { Colour } from "./colour";
import type { Mark, RecordLine, ReviewedGame } from "./libraryMessages";
import { otherColour } from "./signs";

/** A line of the record as the board shows it. */
export interface WholeLine {
  /** Moves of the game before it. */
  after: number;
  first: Colour;
  moves: string[];
}

/** From the game to the end of a line, through the lines that it leaves. Passes stand for moves that are missing in a
 * record in which one side moved twice. */
export function wholeLine(game: ReviewedGame, number: number): WholeLine | null {
  const line = game.lines[number];
  if (!line) return null;
  const before = line.of === null ? null : wholeLine(game, line.of);
  if (line.of !== null && !before) return null;
  const after = before?.after ?? line.after;
  const first = before?.first ?? line.moves[0]?.[0];
  if (first === undefined) return null;
  const moves = before?.moves.slice(0, line.after - after) ?? [];
  for (const [colour, at] of line.moves) {
    const turn = moves.length % 2 === 0 ? first : otherColour(first);
    if (colour !== turn) moves.push("pass");
    moves.push(at);
  }
  return { after, first, moves };
}

/** The lines that leave the game here, or leave a line of it. */
export function linesAt(game: ReviewedGame, of: number | null, after: number): number[] {
  return game.lines.flatMap((line, i) => (line.of === of && line.after === after && line.moves.length > 0 ? [i] : []));
}

/** What the record says and marks after that many moves, in the game or in one of its lines. */
export function notesAt(game: ReviewedGame, of: number | null, after: number): { comment: string; marks: Mark[] } {
  const from: Pick<RecordLine, "comments" | "marks"> | undefined = of === null ? game : game.lines[of];
  return {
    comment: (from?.comments ?? []).flatMap(([number, text]) => (number === after ? [text] : [])).join("\n"),
    marks: (from?.marks ?? []).filter((mark) => mark.after === after),
  };
}
