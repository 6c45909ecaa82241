import { costOf } from "../costs";
import type { Colour } from "../colour";
import type { Thinking } from "../messages";
import { chanceFor, heatOf, leadFor } from "../overlays";
import { vertexOf } from "../points";
import { useTable } from "../table";
import { texts } from "../texts";

/** More than these would only cover the board. */
const shownOnBoard = 9;
/** How far from even a game is decided. */
const decided = 0.46;

type Thoughtful = Pick<Thinking, "candidates">;

/** Those of the game at the table. */
export function TableThoughts({ toMove, size }: { toMove: Colour; size: number }) {
  // On the partner's turn it would tell who does not want to know.
  const thinking = useTable((view) => (view.look ? view.thinking : null));
  return thinking && <Thoughts {...{ thinking, toMove, size }} />;
}

/** The moves that the engine thinks of, on the board. */
export function Thoughts({ thinking, toMove, size }: { thinking: Thoughtful; toMove: Colour; size: number }) {
  const most = Math.max(1, ...thinking.candidates.map((candidate) => candidate.visits));
  return (
    <>
      {thinking.candidates.slice(0, shownOnBoard).map((candidate, i) => {
        const vertex = vertexOf(candidate.at, size);
        if (!vertex) return null;
        const lost = leadFor(toMove, (thinking.candidates[0]?.lead ?? 0) - candidate.lead);
        const chance = chanceFor(toMove, candidate.win_rate);
        // Where the game is decided, all chances look alike: points tell moves apart.
        const worth = Math.abs(chance - 0.5) > decided ? texts.short(leadFor(toMove, candidate.lead)) : Math.round(chance * 100);
        return (
          <div
            key={candidate.at}
            class={`thought ${i === 0 ? "best" : costOf(lost)}`}
            style={{ left: `${vertex[0]}em`, top: `${vertex[1]}em`, "--heat": heatOf(candidate.visits, most) }}
          >
            <strong>{worth}</strong>
            <span>{texts.count(candidate.visits)}</span>
          </div>
        );
      })}
    </>
  );
}
