// Stones as Shudan draws them (1 Black, -1 White, 0 empty), and what becomes of them when a variation is laid out.

import type { Vertex } from "@sabaki/shudan";
import type { Colour } from "./colour";
import { vertexOf } from "./points";

export type Sign = 0 | 1 | -1;

export const signOf = (colour: Colour): Sign => (colour === "black" ? 1 : -1);
export const otherColour = (colour: Colour): Colour => (colour === "black" ? "white" : "black");

export function grid<T>(size: number, at: (x: number, y: number) => T): T[][] {
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => at(x, y)));
}

/** Reads 'X', 'O' and '.' row by row. */
export function signsFrom(points: string, size: number): Sign[][] {
  return grid(size, (x, y) => {
    const point = points[y * size + x];
    return point === "X" ? 1 : point === "O" ? -1 : 0;
  });
}

export interface LaidOut {
  signs: Sign[][];
  /** The number of the stone within the variation, 0 elsewhere. */
  numbers: number[][];
}

/** Lays a variation on the board, the given colour first, and takes off what it captures. */
export function layOut(board: Sign[][], variation: string[], first: Colour): LaidOut {
  const signs = board.map((row) => [...row]);
  const numbers = board.map((row) => row.map(() => 0));
  let sign = signOf(first);
  variation.forEach((name, i) => {
    const vertex = vertexOf(name, board.length);
    if (vertex) {
      put(signs, vertex, sign);
      numbers[vertex[1]]![vertex[0]] = i + 1;
      for (const next of neighbours(vertex)) if (signAt(signs, next) === -sign) takeIfCaptured(signs, next);
      takeIfCaptured(signs, vertex);
    }
    sign = sign === 1 ? -1 : 1;
  });
  return { signs, numbers };
}

const neighbours = ([x, y]: Vertex): Vertex[] => [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]];
const signAt = (signs: Sign[][], [x, y]: Vertex): Sign | undefined => signs[y]?.[x];

function put(signs: Sign[][], [x, y]: Vertex, sign: Sign): void {
  const row = signs[y];
  if (row) row[x] = sign;
}

function takeIfCaptured(signs: Sign[][], start: Vertex): void {
  const sign = signAt(signs, start);
  const chain: Vertex[] = [start];
  const seen = new Set([start.join()]);
  // The chain grows while it is walked.
  for (const vertex of chain) {
    for (const next of neighbours(vertex)) {
      const there = signAt(signs, next);
      if (there === 0) return;
      if (there === sign && !seen.has(next.join())) {
        seen.add(next.join());
        chain.push(next);
      }
    }
  }
  for (const vertex of chain) put(signs, vertex, 0);
}
