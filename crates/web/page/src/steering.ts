// The chart of how the partner steered a game: leads over the moves, in the coordinates of a drawing.

import type { Steered } from "./inside";
import type { Game } from "./messages";
import { leadFor } from "./overlays";

export const width = 320;
export const height = 130;
/** Room for the numbers beside and below it. */
export const left = 26;
const [right, top, bottom] = [6, 8, 16];
/** A close game should not look like a mountain. */
const leastLead = 10;
const leastMoves = 20;

export interface SteeringChart {
  /** The highest lead that is drawn, and the last move. */
  most: number;
  last: number;
  x: (move: number) => number;
  y: (lead: number) => number;
  lead: [number, number][];
  aim: [number, number][];
  held: [number, number][];
}

/** Leads are the player's. */
export function steeringChart({ graph, steered, you, moves }: Pick<Game, "graph" | "steered" | "you" | "moves">): SteeringChart {
  const known = new Map(graph.map(([after, , lead]) => [after, leadFor(you, lead)]));
  const leadAt = ({ number, lead }: Steered) => known.get(number) ?? leadFor(you, lead);
  for (const one of steered) known.set(one.number, leadAt(one));
  const lead = [...known].sort(([a], [b]) => a - b);
  const aim = steered.map(({ number, aim }): [number, number] => [number, leadFor(you, aim)]);
  const held = steered.filter(({ given }) => given !== null).map((one): [number, number] => [one.number, leadAt(one)]);
  const most = Math.max(leastLead, ...[...lead, ...aim].map(([, lead]) => Math.abs(lead)));
  const last = Math.max(leastMoves, moves.length);
  return {
    most,
    last,
    x: (move) => left + (move / last) * (width - left - right),
    y: (lead) => top + ((most - lead) / (2 * most)) * (height - top - bottom),
    lead,
    aim,
    held,
  };
}
