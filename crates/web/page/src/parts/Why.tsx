import type { Game } from "../messages";
import { chanceFor, leadFor } from "../overlays";
import { otherColour } from "../signs";
import { texts } from "../texts";

/** What the partner chose among at its last move: the table of its decision. */
export function Why({ game }: { game: Game }) {
  const partner = otherColour(game.you);
  if (game.table.length === 0) return <p class="faint">{texts.whyNone}</p>;
  const reason = texts.whyReason(game.reason, game.table.map(({ visits }) => visits));
  return (
    <>
      {game.numbers !== null && <p>{game.numbers}</p>}
      <table class="why">
        <caption>{texts.whyTitle(reason)}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.candidateMove}</th>
            <th scope="col">{texts.candidateChance(partner)}</th>
            <th scope="col">{texts.candidateLead}</th>
            <th scope="col">{texts.candidateVisits}</th>
            <th scope="col">{texts.candidatePrior}</th>
          </tr>
        </thead>
        <tbody>
          {game.table.map((candidate, i) => (
            <tr key={i} class={i === 0 ? "chosen" : ""}>
              <th scope="row">{candidate.at}</th>
              <td>{candidate.visits > 0 ? texts.percent(chanceFor(partner, candidate.win_rate)) : texts.unknown}</td>
              <td>{candidate.visits > 0 ? texts.signed(leadFor(partner, candidate.lead)) : texts.unknown}</td>
              <td>{texts.count(candidate.visits)}</td>
              <td>{texts.percent(candidate.prior)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
