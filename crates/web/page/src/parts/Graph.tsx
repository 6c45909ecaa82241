import { useMemo } from "preact/hooks";
import { chanceData, chanceOptions } from "../chances";
import type { Game } from "../messages";
import { usePlot } from "../plot";
import { texts } from "../texts";
import type { Theme } from "../theme";

const height = 170;
/** The graph of a young game should not look like a mountain. */
const leastMoves = 20;

/** Black's chance and lead over the moves. */
export function Graph({ graph, theme }: { graph: Game["graph"]; theme: Theme }) {
  const data = useMemo(() => chanceData(graph), [graph]);
  const { place } = usePlot(data, theme, height, (ink) => chanceOptions(ink, leastMoves));
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
