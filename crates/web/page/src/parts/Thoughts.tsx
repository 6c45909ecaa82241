import type { Colour } from "../messages";
import { chanceFor, heatOf } from "../overlays";
import { vertexOf } from "../points";
import { useTable } from "../table";
import { texts } from "../texts";

/** More than these would only cover the board. */
const shownOnBoard = 9;

/** The moves that the engine thinks of, on the board. */
export function Thoughts({ toMove, size }: { toMove: Colour; size: number }) {
  const thinking = useTable((view) => view.thinking);
  if (!thinking) return null;
  const most = Math.max(1, ...thinking.candidates.map((candidate) => candidate.visits));
  return (
    <>
      {thinking.candidates.slice(0, shownOnBoard).map((candidate, i) => {
        const vertex = vertexOf(candidate.at, size);
        if (!vertex) return null;
        const best = i === 0 ? "best" : "";
        return (
          <div
            key={candidate.at}
            class={`thought ${best}`}
            style={{ left: `${vertex[0]}em`, top: `${vertex[1]}em`, "--heat": heatOf(candidate.visits, most) }}
          >
            <strong>{Math.round(chanceFor(toMove, candidate.win_rate) * 100)}</strong>
            <span>{texts.count(candidate.visits)}</span>
          </div>
        );
      })}
    </>
  );
}
