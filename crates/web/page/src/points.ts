// Points of the board: GTP's names ("E5"; letters without I from the left, numbers from the bottom) and Shudan's
// vertices (x from the left, y from the top).

import type { Vertex } from "@sabaki/shudan";

const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

export function nameOf([x, y]: Vertex, size: number): string {
  return `${letters[x] ?? "?"}${size - y}`;
}

/** Null for a pass and for anything that is no point of this board. */
export function vertexOf(name: string, size: number): Vertex | null {
  const x = letters.indexOf(name.charAt(0).toUpperCase());
  const number = Number(name.slice(1));
  if (x < 0 || x >= size || !Number.isInteger(number) || number < 1 || number > size) return null;
  return [x, size - number];
}
