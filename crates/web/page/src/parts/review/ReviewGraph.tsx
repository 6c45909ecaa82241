import { useEffect, useMemo, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { type Chances, chanceData, chanceOptions } from "../../chances";
import type { Review } from "../../libraryMessages";
import { usePlot } from "../../plot";
import { texts } from "../../texts";
import type { Theme } from "../../theme";

const height = 190;
const chanceArea = "rgba(59, 130, 196, 0.22)";
const mistakeColour = "#d64533";

interface Props {
  review: Review;
  at: number;
  step: (to: number) => void;
  theme: Theme;
}

/** Black's chance and lead over the whole game; a click goes to that move. */
export function ReviewGraph({ review, at, step, theme }: Props) {
  const { game, found } = review;
  const moves = Math.max(1, game.moves.length);
  const graph: Chances = found ? found.positions.map(({ win_rate, lead }, i) => [i, win_rate, lead]) : review.graph;
  // What the plot draws over the lines, and calls.
  const now = useRef({ at, mistakes: [] as number[], step });
  now.current = { at, mistakes: found?.mistakes.map(({ after }) => after + 1) ?? [], step };
  const data = useMemo(() => chanceData(graph), [review.graph, found]);
  const { place, plot } = usePlot(data, theme, height, (ink) => optionsFor(ink, moves, now), moves);
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

type Now = { current: { at: number; mistakes: number[]; step: (to: number) => void } };

function optionsFor(ink: string, moves: number, now: Now): Omit<uPlot.Options, "width" | "height"> {
  const options = chanceOptions(ink, moves);
  const [move, chance, lead] = options.series;
  const points = { show: false };
  return {
    ...options,
    padding: [8, 0, 0, 0],
    series: [{ ...move }, { ...chance, fill: chanceArea, points }, { ...lead, points }],
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
