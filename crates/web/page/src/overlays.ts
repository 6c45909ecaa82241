// What lies over the stones: marks of moves and hints, and how warm candidates are drawn.

import type { Marker, Vertex } from "@sabaki/shudan";
import type { Colour } from "./colour";
import type { Game, Hint } from "./messages";
import { vertexOf } from "./points";
import { grid, signOf } from "./signs";
import type { LaidOut, Sign } from "./signs";

type Marks = (Marker | null)[][];

/** The last move, numbers of the moves if wanted, and the hint. */
export function marksOf(game: Game, signs: Sign[][], numbered: boolean, hint: Hint | null): Marks {
  const marks: Marks = grid(game.size, () => null);
  const mark = (name: string, marker: Marker) => {
    const vertex = vertexOf(name, game.size);
    if (vertex) marks[vertex[1]]![vertex[0]] = marker;
  };
  if (numbered) {
    game.moves.forEach(([colour, at], i) => {
      const vertex = vertexOf(at, game.size);
      // A stone that was taken since leaves no number, unless its place was filled by the same colour later on.
      if (vertex && signs[vertex[1]]![vertex[0]] === signOf(colour)) mark(at, { type: "label", label: String(i + 1) });
    });
  } else {
    const last = game.moves.at(-1);
    if (last) mark(last[1], { type: "circle" });
  }
  if (hint) mark(hint.at, { type: "triangle" });
  return marks;
}

export function marksOfVariation({ signs, numbers }: LaidOut): Marks {
  return numbers.map((row, y) =>
    row.map((number, x) => (number > 0 && signs[y]![x] !== 0 ? { type: "label", label: String(number) } : null)),
  );
}

/** How warm a move is drawn, from 0 to 1 in steps that an eye can tell apart. */
export const heatOf = (visits: number, most: number) => Math.max(1, Math.round((9 * visits) / Math.max(1, most))) / 9;

export const chanceFor = (colour: Colour, blacks: number) => (colour === "black" ? blacks : 1 - blacks);
export const leadFor = (colour: Colour, blacks: number) => (colour === "black" ? blacks : -blacks);

export function verticesOf(names: string[], size: number): Vertex[] {
  return names.map((name) => vertexOf(name, size)).filter((vertex) => vertex !== null);
}
