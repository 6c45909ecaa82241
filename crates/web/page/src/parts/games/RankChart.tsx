import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { ranks } from "../../levels";
import type { ranksOf } from "../../ownGames";
import { texts } from "../../texts";
import type { Theme } from "../../theme";

const height = 180;
const rankColour = "#3f9468";
const bandColour = "rgba(63, 148, 104, 0.22)";
const gridColour = "rgba(128, 128, 128, 0.25)";

type Points = ReturnType<typeof ranksOf>;

/** The name of a rank by its steps above the weakest. */
const rankAt = (steps: number) => ranks[Math.max(0, Math.min(ranks.length - 1, Math.round(steps)))] ?? "";

/** The user's rank over time, with what it may be at each time. */
export function RankChart({ points, theme }: { points: Points; theme: Theme }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const data: uPlot.AlignedData = [
      points.map((_, i) => i + 1), points.map(({ high }) => high), points.map(({ steps }) => steps), points.map(({ low }) => low),
    ];
    const plot = new uPlot(optionsFor(element.clientWidth, getComputedStyle(element).color), data, element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [theme, JSON.stringify(points)]);
  return <div class="plot progress-plot rank-plot" ref={place} aria-hidden="true" />;
}

function optionsFor(width: number, ink: string): uPlot.Options {
  const axis = { stroke: ink, grid: { stroke: gridColour, width: 1 }, ticks: { show: false }, font: "11px system-ui" };
  const edge = { stroke: bandColour, width: 1, points: { show: false } };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_, __, most) => [0.5, Math.max(5, most ?? 0) + 0.5] },
      y: { range: (_, least, most) => [Math.floor((least ?? 0) - 1), Math.ceil((most ?? 0) + 1)] },
    },
    axes: [
      { ...axis, size: 24, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500] },
      { ...axis, size: 38, incrs: [1, 2, 5, 10], values: (_, steps) => steps.map(rankAt) },
    ],
    series: [
      {},
      { label: texts.library.rankHigh, ...edge },
      { label: texts.library.rank, stroke: rankColour, width: 2, points: { show: true, size: 7, fill: rankColour } },
      { label: texts.library.rankLow, ...edge },
    ],
    bands: [{ series: [1, 3], fill: bandColour }],
  };
}
