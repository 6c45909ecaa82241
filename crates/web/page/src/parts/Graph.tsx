import { useMemo } from "preact/hooks";
import type uPlot from "uplot";
import type { Game } from "../messages";
import { gridColour, usePlot } from "../plot";
import { texts } from "../texts";
import type { Theme } from "../theme";

const height = 170;
/** Seen well on light and on dark. */
const chanceColour = "#3b82c4";
const leadColour = "#d9822b";
/** The graph of a young game should not look like a mountain. */
const leastMoves = 20;
const leastLead = 5;

/** Black's chance and lead over the moves. */
export function Graph({ graph, theme }: { graph: Game["graph"]; theme: Theme }) {
  const data = useMemo(() => dataOf(graph), [graph]);
  const place = usePlot(data, theme, height, optionsFor);
  const last = graph.at(-1);
  return (
    <section class="graph" aria-labelledby="graph-title">
      <h2 id="graph-title">{texts.graph}</h2>
      <p class="standing">{last ? texts.standing(last[1], last[2]) : texts.graphEmpty}</p>
      <div class="plot" ref={place} aria-hidden="true" />
      <p class="legend" aria-hidden="true">
        <span class="chance">{texts.graphChance}</span>
        <span class="lead">{texts.graphLead}</span>
      </p>
    </section>
  );
}

function dataOf(graph: Game["graph"]): uPlot.AlignedData {
  return [graph.map(([move]) => move), graph.map(([, chance]) => chance * 100), graph.map(([, , lead]) => lead)];
}

function optionsFor(ink: string): Omit<uPlot.Options, "width" | "height"> {
  const axis = { stroke: ink, grid: { stroke: gridColour, width: 1 }, ticks: { show: false }, font: "11px system-ui" };
  return {
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_, __, most) => [0, Math.max(leastMoves, most ?? 0)] },
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
      { ...axis, scale: "chance", size: 34, splits: [0, 25, 50, 75, 100] },
      { ...axis, scale: "lead", side: 1, size: 34, grid: { show: false } },
    ],
    series: [
      { label: texts.graphMove },
      { label: texts.graphChance, scale: "chance", stroke: chanceColour, width: 2, points: { size: 4 } },
      { label: texts.graphLead, scale: "lead", stroke: leadColour, width: 2, points: { size: 4 } },
    ],
  };
}
