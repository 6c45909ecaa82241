import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import type { Graph, Review } from "../../libraryMessages";
import { texts } from "../../texts";
import type { Theme } from "../../theme";

const height = 190;
/** Seen well on light and on dark. */
const chanceColour = "#3b82c4";
const chanceArea = "rgba(59, 130, 196, 0.22)";
const leadColour = "#d9822b";
const mistakeColour = "#d64533";
const gridColour = "rgba(128, 128, 128, 0.25)";
/** An even game should not look like a mountain. */
const leastLead = 5;
/** As wide as the figures of the axes; the fights below keep the same. */
export const beside = 36;

interface Props {
  review: Review;
  at: number;
  step: (to: number) => void;
  theme: Theme;
}

/** Black's chance and lead over the whole game; a click goes to that move. */
export function ReviewGraph({ review, at, step, theme }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const { game, found } = review;
  const graph = found ? found.positions.map(({ win_rate, lead }, i): Graph[number] => [i, win_rate, lead]) : review.graph;
  // What the plot draws over the lines, and calls.
  const now = useRef({ at, mistakes: [] as number[], step });
  now.current = { at, mistakes: found?.mistakes.map(({ after }) => after + 1) ?? [], step };

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const draw = () => {
      plot.current?.destroy();
      const ink = getComputedStyle(element).color;
      plot.current = new uPlot(optionsFor(element.clientWidth, ink, game.moves.length, now), dataOf(graph), element);
    };
    draw();
    const observer = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    // A canvas does not follow the style sheet; it has to be drawn anew in the other ink.
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", draw);
    return () => {
      observer.disconnect();
      scheme.removeEventListener("change", draw);
      plot.current?.destroy();
      plot.current = null;
    };
  }, [theme, game.moves.length]);
  useEffect(() => plot.current?.setData(dataOf(graph)), [review.graph, found]);
  useEffect(() => plot.current?.redraw(false), [at, found]);

  return (
    <section class="graph" aria-labelledby="graph-title">
      <h2 id="graph-title">{texts.graph}</h2>
      <div class="plot review-plot" ref={place} aria-hidden="true" />
      <p class="legend" aria-hidden="true">
        <span class="chance">{texts.graphChance}</span>
        <span class="lead">{texts.graphLead}</span>
        {found && found.mistakes.length > 0 && <span class="bad">{texts.review.graphMistakes}</span>}
      </p>
    </section>
  );
}

function dataOf(graph: Graph): uPlot.AlignedData {
  return [graph.map(([move]) => move), graph.map(([, chance]) => chance * 100), graph.map(([, , lead]) => lead)];
}

type Now = { current: { at: number; mistakes: number[]; step: (to: number) => void } };

function optionsFor(width: number, ink: string, moves: number, now: Now): uPlot.Options {
  const axis = { stroke: ink, grid: { stroke: gridColour, width: 1 }, ticks: { show: false }, font: "11px system-ui" };
  return {
    width,
    height,
    legend: { show: false },
    padding: [8, 0, 0, 0],
    cursor: { drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [0, Math.max(1, moves)] },
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
      { label: texts.graphChance, scale: "chance", stroke: chanceColour, fill: chanceArea, width: 2, points: { show: false } },
      { label: texts.graphLead, scale: "lead", stroke: leadColour, width: 2, points: { show: false } },
    ],
    hooks: {
      ready: [
        (plot) =>
          plot.over.addEventListener("click", (event) => {
            const x = event.clientX - plot.over.getBoundingClientRect().left;
            now.current.step(Math.round(plot.posToVal(x, "x")));
          }),
      ],
      draw: [(plot) => mark(plot, now.current.at, now.current.mistakes, ink)],
    },
  };
}

/** A line at the move that is shown, and a dot for every mistake. */
function mark(plot: uPlot, at: number, mistakes: number[], ink: string): void {
  const { ctx, bbox } = plot;
  const across = (move: number) => plot.valToPos(move, "x", true);
  ctx.save();
  ctx.strokeStyle = ink;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(across(at), bbox.top);
  ctx.lineTo(across(at), bbox.top + bbox.height);
  ctx.stroke();
  const chances = plot.data[1];
  for (const move of mistakes) {
    const chance = chances?.[move];
    if (chance === null || chance === undefined) continue;
    ctx.fillStyle = mistakeColour;
    ctx.beginPath();
    ctx.arc(across(move), plot.valToPos(chance, "chance", true), 4 * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}
