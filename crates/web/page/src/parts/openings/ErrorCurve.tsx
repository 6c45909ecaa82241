import { useMemo } from "preact/hooks";
import type uPlot from "uplot";
import type { Opener } from "../../openingMessages";
import { gridColour, usePlot } from "../../plot";
import { texts } from "../../texts";
import type { Theme } from "../../theme";

const height = 150;
const errorColour = "#3b82c4";
const usualColour = "#d9822b";

/** By how much a player was wrong, over the games from which it learnt. */
export function ErrorCurve({ curve, theme }: { curve: Opener["curve"]; theme: Theme }) {
  const data = useMemo<uPlot.AlignedData>(
    () => [curve.map(([games]) => games), curve.map(([, error]) => error), curve.map(([, , usual]) => usual)],
    [JSON.stringify(curve)],
  );
  const { place } = usePlot(data, theme, height, optionsFor);
  const last = curve.at(-1);
  return (
    <div class="error-curve">
      <h3>{texts.openings.error}</h3>
      <p class="standing">{last ? texts.openings.errorNow(last[1], last[2]) : texts.openings.errorNone}</p>
      <div class="plot error-plot" ref={place} aria-hidden="true" />
      <p class="legend" aria-hidden="true">
        <span class="chance">{texts.openings.errorLine}</span>
        <span class="lead">{texts.openings.usualLine}</span>
      </p>
    </div>
  );
}

function optionsFor(ink: string): Omit<uPlot.Options, "width" | "height"> {
  const axis = { stroke: ink, grid: { stroke: gridColour, width: 1 }, ticks: { show: false }, font: "11px system-ui" };
  return {
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_, __, most) => [0, Math.max(200, most ?? 0)] },
      y: { range: (_, __, most) => [0, Math.max(5, most ?? 0) * 1.1] },
    },
    axes: [
      { ...axis, size: 24 },
      { ...axis, size: 34 },
    ],
    series: [
      {},
      { label: texts.openings.errorLine, stroke: errorColour, width: 2 },
      { label: texts.openings.usualLine, stroke: usualColour, width: 1.5, dash: [5, 4], points: { show: false } },
    ],
  };
}
