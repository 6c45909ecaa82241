// Where the moves of a tree are drawn: rows are move numbers, and every line that was tried has a column.

import type { MoveTree } from "./inside";

export interface Spot {
  /** The place of the move in the tree. */
  place: number;
  row: number;
  column: number;
}

/** Lines keep to the left where there is room; one that branches off begins right of everything beside it. */
export function layOutTree(tree: MoveTree): Spot[] {
  const children = new Map<number | null, number[]>();
  tree.forEach(([after], place) => children.set(after, [...(children.get(after) ?? []), place]));
  /** The first free column of every row. */
  const free: number[] = [];
  const spots: Spot[] = [];
  // The latest branch is laid out last, so that the first line stays where it was.
  const waiting = (children.get(null) ?? []).map((place) => ({ place, row: 0 })).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const line: number[] = [];
    for (let at: number | undefined = next.place; at !== undefined; at = children.get(at)?.[0]) line.push(at);
    const from = next.row;
    const column = Math.max(0, ...line.map((_, i) => free[from + i] ?? 0), from > 0 ? (free[from - 1] ?? 0) - 1 : 0);
    line.forEach((place, i) => {
      free[from + i] = column + 1;
      spots.push({ place, row: from + i, column });
      for (const other of (children.get(place) ?? []).slice(1).reverse()) waiting.push({ place: other, row: from + i + 1 });
    });
  }
  return spots.sort((a, b) => a.place - b.place);
}

/** The places of the moves that lead to one, and its own. */
export function lineTo(tree: MoveTree, here: number | null): Set<number> {
  const line = new Set<number>();
  for (let at = here; at !== null; at = tree[at]?.[0] ?? null) line.add(at);
  return line;
}
