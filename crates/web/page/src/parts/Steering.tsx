import { useMemo } from "preact/hooks";
import type { Game } from "../messages";
import { otherColour, signsFrom } from "../signs";
import { showsOn } from "../shown";
import type { Show, Shown } from "../shown";
import { height, left, steeringChart, width } from "../steering";
import { texts } from "../texts";

interface Props {
  game: Game;
  shown: Shown;
  show: Show;
}

/** How the partner kept the game close, for those who want to know. */
export function Steering({ game, shown, show }: Props) {
  const held = game.steered.filter(({ given }) => given !== null);
  return (
    <details class="steering">
      <summary>{texts.steering.open}</summary>
      {game.steering !== null && <p>{game.steering}</p>}
      <SteeringChart game={game} />
      {held.length > 0 && (
        <>
          <p class="faint">{texts.steering.how}</p>
          <ol>
            {held.map(({ number, at, sentence, before }) => {
              const name = `steered-${number}`;
              const what = before
                ? { variation: [at], first: otherColour(game.you), before: signsFrom(before, game.size), title: texts.steering.onBoard(number) }
                : {};
              return (
                <li key={number}>
                  <button type="button" aria-pressed={shown.pinned === name} {...showsOn(shown, show, name, what)}>
                    <strong>{texts.steering.move(number, at)}</strong> {sentence}
                  </button>
                </li>
              );
            })}
          </ol>
        </>
      )}
    </details>
  );
}

/** The player's lead over the moves, what the partner aimed at, and where it held back. */
function SteeringChart({ game }: { game: Game }) {
  const { most, last, x, y, lead, aim, held } = useMemo(() => steeringChart(game), [game]);
  const line = (points: [number, number][]) => points.map(([move, lead]) => `${x(move).toFixed(1)},${y(lead).toFixed(1)}`).join(" ");
  const tick = Math.floor(most / 5) * 5;
  return (
    <figure>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={texts.steering.chart}>
        {[tick, 0, -tick].map((lead) => (
          <g key={lead}>
            <line class={lead === 0 ? "even" : "grid"} x1={left} x2={x(last)} y1={y(lead)} y2={y(lead)} />
            <text class="tick" x={left - 4} y={y(lead) + 3} text-anchor="end">
              {lead === 0 ? 0 : texts.signedWhole(lead)}
            </text>
          </g>
        ))}
        <text class="tick" x={x(last)} y={height - 4} text-anchor="end">
          {texts.moveNumber(last)}
        </text>
        <polyline class="aim-line" points={line(aim)} />
        <polyline class="lead-line" points={line(lead)} />
        {held.map(([move, lead]) => (
          <circle key={move} class="held" cx={x(move)} cy={y(lead)} r="3.2" />
        ))}
      </svg>
      <figcaption aria-hidden="true">
        <span class="lead-line">{texts.steering.lead}</span>
        <span class="aim-line">{texts.steering.aim}</span>
        {held.length > 0 && <span class="held">{texts.steering.held}</span>}
      </figcaption>
    </figure>
  );
}
