import { useMemo, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import { chanceAt, evenAt } from "../curve";
import { gridColour, usePlot } from "../plot";
import { useTable } from "../table";
import { texts } from "../texts";
import type { Theme } from "../theme";

const height = 180;
const curveColour = "#3b82c4";
const bonusColour = "#d9822b";
const nothing: [number, number][] = [];

/** The chance to win over bonus points, with today's komi marked, and a slider to read it at any other. */
export function Curve({ theme }: { theme: Theme }) {
  const curve = useTable((view) => view.thinking?.curve ?? nothing);
  const [bonus, setBonus] = useState(0);
  const marked = useRef(0);
  marked.current = bonus;
  const data = useMemo<uPlot.AlignedData>(
    () => [curve.map(([at]) => at), curve.map(([, chance]) => chance * 100)],
    // The line of the slider is drawn with the data.
    [curve, bonus],
  );
  const { place } = usePlot(data, theme, height, (ink) => optionsFor(ink, () => marked.current));
  const most = curve.at(-1)?.[0] ?? 20;
  const chance = chanceAt(curve, bonus);
  const even = evenAt(curve);
  return (
    <div class="curve">
      <h2>{texts.curve}</h2>
      <p class="standing">{chance === null ? texts.curveEmpty : texts.curveAt(bonus, chance)}</p>
      <div class="plot curve-plot" ref={place} aria-hidden="true" />
      <label class="slider">
        <span>{texts.curveSlider}</span>
        <input
          type="range"
          min={-most}
          max={most}
          step={0.5}
          value={bonus}
          aria-valuetext={chance === null ? texts.curveEmpty : texts.curveAt(bonus, chance)}
          onInput={(event) => setBonus(Number(event.currentTarget.value))}
        />
      </label>
      <p class="standing">{chance === null ? "" : even === null ? texts.curveFar : texts.curveEven(even)}</p>
      <p class="faint fine">{texts.curveHow}</p>
    </div>
  );
}

function optionsFor(ink: string, bonus: () => number): Omit<uPlot.Options, "width" | "height"> {
  const axis = { stroke: ink, grid: { stroke: gridColour, width: 1 }, ticks: { show: false }, font: "11px system-ui" };
  const line = (plot: uPlot, at: number, colour: string, dashes: number[]) => {
    const { ctx, bbox } = plot;
    const x = plot.valToPos(at, "x", true);
    ctx.save();
    ctx.strokeStyle = colour;
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.setLineDash(dashes.map((dash) => dash * devicePixelRatio));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  };
  return {
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: { x: { time: false }, chance: { range: [0, 100] } },
    axes: [
      { ...axis, size: 24, values: (_, splits) => splits.map((split) => (split > 0 ? `+${split}` : String(split))) },
      { ...axis, scale: "chance", size: 34, splits: [0, 25, 50, 75, 100] },
    ],
    series: [
      {},
      { label: texts.graphChance, scale: "chance", stroke: curveColour, width: 2, points: { show: false } },
    ],
    hooks: {
      draw: [
        (plot) => {
          if (plot.data[0].length === 0) return;
          line(plot, 0, ink, [4, 4]);
          if (bonus() !== 0) line(plot, bonus(), bonusColour, []);
          plot.ctx.save();
          plot.ctx.textAlign = "left";
          plot.ctx.fillStyle = ink;
          plot.ctx.font = `${11 * devicePixelRatio}px system-ui`;
          plot.ctx.fillText(texts.curveNow, plot.valToPos(0, "x", true) + 5 * devicePixelRatio, plot.bbox.top + 12 * devicePixelRatio);
          plot.ctx.restore();
        },
      ],
    },
  };
}
