import type { Candidate, Game } from "../messages";
import { chanceFor, leadFor } from "../overlays";
import { positionOf, showsOn, useHere } from "../shown";
import type { Show, Shown } from "../shown";
import { useTable } from "../table";
import { texts } from "../texts";

/** As many lines as there is room for; the place is kept while they come and go. */
const lines = 10;

interface Props {
  game: Game;
  shown: Shown;
  show: Show;
}

export function Candidates({ game, shown, show }: Props) {
  const thinking = useTable((view) => view.thinking);
  const look = useTable((view) => view.look);
  // While one is pointed at, every move keeps its line: it would otherwise slip away under the pointer. Its figures go on.
  const [held, hold] = useHere<string[] | null>(positionOf(game), null);
  const all = thinking?.candidates ?? [];
  const candidates = (thinking && shown.variation && held ? inOrder(all, held) : all).slice(0, lines);
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
        {candidates.map((candidate, i) => {
          const { onMouseEnter, onFocus, ...rest } = showsOn(shown, show, `candidate ${candidate.at}`, {
            variation: candidate.variation,
          });
          const holding = (point: () => void) => () => {
            hold(candidates.map(({ at }) => at));
            point();
          };
          return (
            <li key={i}>
              <button
                type="button"
                class="candidate"
                aria-pressed={shown.pinned === `candidate ${candidate.at}`}
                onMouseEnter={holding(onMouseEnter)}
                onFocus={holding(onFocus)}
                {...rest}
              >
                <strong>{candidate.at}</strong>
                <span>{texts.percent(chanceFor(game.to_move, candidate.win_rate))}</span>
                <span>{texts.signed(leadFor(game.to_move, candidate.lead))}</span>
                <span>{texts.count(candidate.visits)}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Those that are held in their order, then the others. */
function inOrder(candidates: Candidate[], held: string[]): Candidate[] {
  const place = new Map(held.map((at, i) => [at, i]));
  const rank = ({ at }: Candidate) => place.get(at) ?? held.length;
  return [...candidates].sort((a, b) => rank(a) - rank(b));
}
