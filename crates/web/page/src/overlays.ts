// What lies over the stones: marks, heat of the candidates, territory. Values are rounded to what an eye can tell apart.

import type { HeatVertex, Marker, Vertex } from "@sabaki/shudan";
import type { Candidate, Colour, Game, Hint } from "./messages";
import { vertexOf } from "./points";
import { grid, signOf } from "./signs";
import type { LaidOut, Sign } from "./signs";
import { texts } from "./texts";

type Marks = (Marker | null)[][];

/** More than these would only cover the board. */
const shownOnBoard = 9;

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

/** The candidates, warm where the engine looked most. */
export function heatOf(candidates: Candidate[], toMove: Colour, size: number): (HeatVertex | null)[][] {
  const heat: (HeatVertex | null)[][] = grid(size, () => null);
  const most = Math.max(1, ...candidates.map((candidate) => candidate.visits));
  for (const candidate of candidates.slice(0, shownOnBoard)) {
    const vertex = vertexOf(candidate.at, size);
    if (!vertex) continue;
    const strength = Math.max(1, Math.round((9 * candidate.visits) / most));
    const chance = chanceFor(toMove, candidate.win_rate);
    heat[vertex[1]]![vertex[0]] = { strength, text: `${Math.round(chance * 100)}\n${texts.count(candidate.visits)}` };
  }
  return heat;
}

export const chanceFor = (colour: Colour, blacks: number) => (colour === "black" ? blacks : 1 - blacks);
export const leadFor = (colour: Colour, blacks: number) => (colour === "black" ? blacks : -blacks);

/** Shudan's types know three values of paint only, but its opacity follows the number; tenths are enough to see. */
export function paintFromNumbers(owners: number[], size: number): Sign[][] {
  return grid(size, (x, y) => {
    const tenths = Math.round(Math.max(-1, Math.min(1, owners[y * size + x] ?? 0)) * 10);
    return (Math.abs(tenths) < 2 ? 0 : (tenths / 10) * 0.7) as Sign;
  });
}

export function verticesOf(names: string[], size: number): Vertex[] {
  return names.map((name) => vertexOf(name, size)).filter((vertex) => vertex !== null);
}
