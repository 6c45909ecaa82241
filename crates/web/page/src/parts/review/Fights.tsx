import type { Fight, Found } from "../../libraryMessages";
import { texts } from "../../texts";
import { beside } from "../../chances";

interface Props {
  found: Found;
  last: number;
  shown: number | null;
  at: number;
  showFight: (number: number) => void;
}

/** Every fight as a band over the moves, under the graph and in the same scale. */
export function Fights({ found, last, shown, at, showFight }: Props) {
  const most = Math.max(1, ...found.fights.flatMap(({ looks }) => looks.map(({ worth }) => worth)));
  return (
    <section class="fights-over-time" aria-labelledby="fights-title">
      <h2 id="fights-title">{texts.review.fights}</h2>
      {found.fights.length === 0 && <p class="faint">{texts.review.noFights}</p>}
      <ol>
        {found.fights.map((fight, i) => (
          <li key={i}>
            <button type="button" class="fight-line" aria-pressed={shown === i} onClick={() => showFight(i)}>
              <Band fight={fight} last={last} most={most} at={at} />
              <span>{fight.sentence}</span>
            </button>
          </li>
        ))}
      </ol>
      {found.fights.length > 0 && <p class="faint">{texts.review.fightsHow}</p>}
    </section>
  );
}

const high = 16;

function Band({ fight, last, most, at }: { fight: Fight; last: number; most: number; at: number }) {
  const across = (after: number) => (100 * after) / Math.max(1, last);
  return (
    <span class="band" style={{ paddingInline: `${beside}px` }} aria-hidden="true">
      <svg viewBox={`0 0 100 ${high}`} preserveAspectRatio="none">
        <rect class="band-ground" width="100" height={high} />
        {fight.looks.map((look, i) => {
          const tall = Math.max(3, (high * look.worth) / most);
          const begin = across(look.after);
          const end = across(fight.looks[i + 1]?.after ?? look.after + last / 50);
          // From White's light to Black's dark.
          const light = Math.round(94 - 80 * look.chance);
          return (
            <rect
              key={look.after}
              x={begin}
              y={(high - tall) / 2}
              width={Math.max(0.8, end - begin)}
              height={tall}
              fill={`hsl(35 12% ${light}%)`}
            />
          );
        })}
        <rect class="band-now" x={across(at) - 0.2} width="0.5" height={high} />
      </svg>
    </span>
  );
}
