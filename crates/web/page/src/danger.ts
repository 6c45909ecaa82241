// What is said and drawn of fights: where they are, and in which colours.

import type { Vertex } from "@sabaki/shudan";
import { vertexOf } from "./points";

/** Told apart by people who do not see red and green. */
const colours = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377"] as const;

export const clusterColour = (place: number) => colours[place % colours.length] ?? colours[0];
/** Fights and ways to end that are shown together differ. */
export const fightColour = (place: number) => clusterColour(place + colours.length / 2);

/** The point that is nearest to the middle of all. */
export function middleOf(points: string[], size: number): Vertex | null {
  const all = points.map((name) => vertexOf(name, size)).filter((vertex) => vertex !== null);
  const mean = [0, 1].map((axis) => all.reduce((sum, vertex) => sum + vertex[axis as 0 | 1], 0) / Math.max(1, all.length));
  const far = ([x, y]: Vertex) => Math.hypot(x - (mean[0] ?? 0), y - (mean[1] ?? 0));
  return all.reduce<Vertex | null>((best, vertex) => (!best || far(vertex) < far(best) ? vertex : best), null);
}
