import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import type { Listed } from "../../libraryMessages";
import { strengthsInOrder } from "../../levels";
import { progressOf, ranksOf, recordsByStrength } from "../../ownGames";
import { named, texts } from "../../texts";
import type { Theme } from "../../theme";
import { RankChart } from "./RankChart";
import { ReviewAll } from "./ReviewAll";

const height = 200;
const gameColour = "#d9822b";
const meanColour = "#3b82c4";
const gridColour = "rgba(128, 128, 128, 0.25)";

interface Props {
  games: Listed[];
  name: string;
  setName: (name: string) => void;
  theme: Theme;
}

/** How the user's play changes over time, and how they do against the partner. */
export function Progress({ games, name, setName, theme }: Props) {
  const points = progressOf(games, name);
  const records = recordsByStrength(games, strengthsInOrder);
  const latest = points.at(-1);
  const played = ranksOf(games);
  return (
    <section class="own-progress" aria-labelledby="progress-title">
      <h2 id="progress-title">{texts.library.progress}</h2>
      {played.length > 0 && (
        <>
          <h3>{texts.library.rank}</h3>
          <p class="standing">{texts.library.latestRank(played.at(-1)!)}</p>
          <RankChart points={played} theme={theme} />
        </>
      )}
      <h3>{texts.library.lostEach}</h3>
      {latest ? (
        <>
          <p class="standing">{texts.library.latest(latest.mean, Math.min(5, points.length))}</p>
          <Chart points={points} theme={theme} />
          <p class="legend" aria-hidden="true">
            <span class="lead">{texts.library.eachGame}</span>
            <span class="chance">{texts.library.meanOfFive}</span>
          </p>
        </>
      ) : (
        <p class="faint">{texts.library.noProgress}</p>
      )}
      <ReviewAll games={games} name={name} />
      <h3>{texts.library.records}</h3>
      {records.length === 0 && <p class="faint">{texts.library.noRecords}</p>}
      {records.length > 0 && (
        <table>
          <thead>
            <tr>
              {texts.library.recordHead.map((words) => (
                <th key={words} scope="col">
                  {words}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map(([strength, { won, lost, pointsLost }]) => (
              <tr key={strength}>
                <th scope="row">{named(texts.strengthShort, strength)}</th>
                <td>{won}</td>
                <td>{lost}</td>
                <td>{won + lost > 0 ? texts.percent(won / (won + lost)) : "–"}</td>
                <td>{pointsLost === null ? "–" : pointsLost.toFixed(2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <label class="field">
        <span>{texts.library.name}</span>
        <input
          class="number wide"
          value={name}
          maxLength={100}
          autocomplete="off"
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <small class="faint">{texts.library.nameMeans}</small>
      </label>
    </section>
  );
}

function Chart({ points, theme }: { points: ReturnType<typeof progressOf>; theme: Theme }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const data: uPlot.AlignedData = [
      points.map((_, i) => i + 1), points.map(({ lost }) => lost), points.map(({ mean }) => mean),
    ];
    const plot = new uPlot(optionsFor(element.clientWidth, getComputedStyle(element).color), data, element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [theme, JSON.stringify(points)]);
  return <div class="plot progress-plot" ref={place} aria-hidden="true" />;
}

function optionsFor(width: number, ink: string): uPlot.Options {
  const axis = { stroke: ink, grid: { stroke: gridColour, width: 1 }, ticks: { show: false }, font: "11px system-ui" };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_, __, most) => [0.5, Math.max(5, most ?? 0) + 0.5] },
      y: { range: (_, __, most) => [0, Math.max(1, most ?? 0) * 1.15] },
    },
    axes: [
      { ...axis, size: 24, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500] },
      { ...axis, size: 34 },
    ],
    series: [
      {},
      { label: texts.library.eachGame, stroke: gameColour, width: 0, points: { show: true, size: 7, fill: gameColour } },
      { label: texts.library.meanOfFive, stroke: meanColour, width: 2, points: { show: false } },
    ],
  };
}
