// What is said and drawn of fights: where they are, and in which colours.

import type { Vertex } from "@sabaki/shudan";
import { vertexOf } from "./points";

/** Told apart by people who do not see red and green. */
const colours = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377"] as const;

export const clusterColour = (place: number) => colours[place % colours.length] ?? colours[0];
/** Fights and ways to end that are shown together differ. */
export const fightColour = (place: number) => clusterColour(place + colours.length / 2);

export type Place = "corner" | "side" | "centre";
export interface Region {
  place: Place;
  /** Of a corner both, of a side one of them. */
  vertical: "upper" | "lower" | null;
  horizontal: "left" | "right" | null;
}

/** Where on the board some points are, as a player would say it. */
export function regionOf(points: string[], size: number): Region {
  const all = points.map((name) => vertexOf(name, size)).filter((vertex) => vertex !== null);
  const mean = (axis: 0 | 1) => all.reduce((sum, vertex) => sum + vertex[axis], 0) / Math.max(1, all.length);
  const third = (at: number) => (at < (size - 1) * 0.36 ? -1 : at > (size - 1) * 0.64 ? 1 : 0);
  const [x, y] = [third(mean(0)), third(mean(1))];
  const horizontal = x < 0 ? "left" : x > 0 ? "right" : null;
  const vertical = y < 0 ? "upper" : y > 0 ? "lower" : null;
  const place = horizontal && vertical ? "corner" : horizontal || vertical ? "side" : "centre";
  return { place, vertical, horizontal };
}

/** The point that is nearest to the middle of all. */
export function middleOf(points: string[], size: number): Vertex | null {
  const all = points.map((name) => vertexOf(name, size)).filter((vertex) => vertex !== null);
  const mean = [0, 1].map((axis) => all.reduce((sum, vertex) => sum + vertex[axis as 0 | 1], 0) / Math.max(1, all.length));
  const far = ([x, y]: Vertex) => Math.hypot(x - (mean[0] ?? 0), y - (mean[1] ?? 0));
  return all.reduce<Vertex | null>((best, vertex) => (!best || far(vertex) < far(best) ? vertex : best), null);
}
