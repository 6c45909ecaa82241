// Black's chance and lead over the moves of a game, as a plot.

import type uPlot from "uplot";
import { gridColour } from "./plot";
import { texts } from "./texts";

/** Seen well on light and on dark. */
const chanceColour = "#3b82c4";
const leadColour = "#d9822b";
/** An even game should not look like a mountain. */
const leastLead = 5;
/** As wide as the figures of the axes. */
export const beside = 36;

/** Move, Black's chance, Black's lead. */
export type Chances = [number, number, number][];

export function chanceData(graph: Chances): uPlot.AlignedData {
  return [graph.map(([move]) => move), graph.map(([, chance]) => chance * 100), graph.map(([, , lead]) => lead)];
}

/** `moves` are those that are shown at least. */
export function chanceOptions(ink: string, moves: number) {
  const axis = { stroke: ink, grid: { stroke: gridColour, width: 1 }, ticks: { show: false }, font: "11px system-ui" };
  const points = { size: 4 };
  return {
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_, __, most) => [0, Math.max(moves, most ?? 0)] },
      chance: { range: [0, 100] },
      lead: {
        range: (_, least, most) => {
          const far = Math.max(leastLead, Math.abs(least ?? 0), Math.abs(most ?? 0)) * 1.1;
          return [-far, far];
        },
      },
    },
    axes: [
      { ...axis, size: 24 },
      { ...axis, scale: "chance", size: beside, splits: [0, 25, 50, 75, 100] },
      { ...axis, scale: "lead", side: 1, size: beside, grid: { show: false } },
    ],
    series: [
      { label: texts.graphMove },
      { label: texts.graphChance, scale: "chance", stroke: chanceColour, width: 2, points },
      { label: texts.graphLead, scale: "lead", stroke: leadColour, width: 2, points },
    ],
  } satisfies Omit<uPlot.Options, "width" | "height">;
}
