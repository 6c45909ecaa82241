import { useState } from "preact/hooks";
import type { Candidate, Game } from "../messages";
import { chanceFor, leadFor } from "../overlays";
import type { Shown } from "../shown";
import { useTable } from "../table";
import { texts } from "../texts";

/** As many lines as there is room for; the place is kept while they come and go. */
const lines = 10;

interface Props {
  game: Game;
  show: (shown: Partial<Shown> | null) => void;
}

export function Candidates({ game, show }: Props) {
  const thinking = useTable((view) => view.thinking);
  const look = useTable((view) => view.look);
  // While one is pointed at, the list stands still: it would otherwise slip away under the pointer.
  const [held, setHeld] = useState<Candidate[] | null>(null);
  const point = (candidates: Candidate[], candidate: Candidate) => {
    setHeld(candidates);
    show({ variation: candidate.variation });
  };
  const leave = () => {
    setHeld(null);
    show(null);
  };
  // What was held belongs to the position that it was thought for; without thinking there is no such position.
  const candidates = thinking ? (held ?? thinking.candidates.slice(0, lines)) : [];
  return (
    <div class="candidates">
      <h2>{texts.candidates}</h2>
      <p class="standing">{thinking && texts.standingShort(thinking.win_rate, thinking.lead, thinking.spread)}</p>
      <div class="candidate-head" aria-hidden="true">
        <span>{texts.candidateMove}</span>
        <span>{texts.candidateChance(game.to_move)}</span>
        <span>{texts.candidateLead}</span>
        <span>{texts.candidateVisits}</span>
      </div>
      <ol>
        {candidates.length === 0 && (
          <li class="faint">{look || game.thinking ? texts.candidatesWait : texts.candidatesEmpty}</li>
        )}
        {candidates.map((candidate, i) => (
          <li key={i}>
            <button
              type="button"
              class="candidate"
              onMouseEnter={() => point(candidates, candidate)}
              onMouseLeave={leave}
              onFocus={() => point(candidates, candidate)}
              onBlur={leave}
              onClick={() => point(candidates, candidate)}
            >
              <strong>{candidate.at}</strong>
              <span>{texts.percent(chanceFor(game.to_move, candidate.win_rate))}</span>
              <span>{texts.signed(leadFor(game.to_move, candidate.lead))}</span>
              <span>{texts.count(candidate.visits)}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
