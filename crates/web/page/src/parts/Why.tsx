import type { Game } from "../messages";
import { chanceFor, leadFor } from "../overlays";
import { otherColour } from "../signs";
import { texts } from "../texts";

type Row = Game["table"][number];
type Column = keyof typeof texts.whyColumns;

/** Why the partner played its last move: in a sentence, and as the table of its decision. */
export function Why({ game }: { game: Game }) {
  const partner = otherColour(game.you);
  const { table } = game;
  if (table.length === 0) return <p class="faint">{texts.whyNone}</p>;
  const reason = game.numbers ?? texts.whyReason(game.reason, table.map(({ visits }) => visits));
  const searched = (row: Row, words: string) => (row.visits > 0 ? words : texts.unknown);
  const cells: Record<Column, (row: Row) => string> = {
    chance: (row) => searched(row, texts.percent(chanceFor(partner, row.win_rate))),
    lead: (row) => searched(row, texts.signed(leadFor(partner, row.lead))),
    visits: (row) => texts.count(row.visits),
    prior: (row) => texts.policy(row.prior),
    weighted: (row) => texts.policy(row.weighted ?? row.prior),
    people: (row) => (row.people === null ? texts.unknown : texts.percent(row.people)),
  };
  // A column that would say nothing is left out.
  const columns = (Object.keys(cells) as Column[]).filter(
    (column) => (column !== "weighted" && column !== "people") || table.some((row) => row[column] !== null),
  );
  return (
    <>
      {reason && <p>{reason}</p>}
      <table class="why">
        <caption>{texts.whyTitle}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.candidateMove}</th>
            {columns.map((column) => (
              <th key={column} scope="col" title={texts.whyColumnMeans[column]}>
                {texts.whyColumns[column]}
              </th>
            ))}
          </tr>
        </thead>
        {table.map((row, i) => (
          <tbody key={i} class={row.status || (i === 0 ? "chosen" : "")}>
            <tr>
              <th scope="row">{row.at}</th>
              {columns.map((column) => (
                <td key={column}>{cells[column](row)}</td>
              ))}
            </tr>
            {row.status && (
              <tr class="rule">
                <td colSpan={columns.length + 1}>{texts.whyStatus(row.status, row.rule)}</td>
              </tr>
            )}
          </tbody>
        ))}
      </table>
      <p class="why-legend faint">{columns.map((column) => texts.whyLegend[column]).filter(Boolean).join(" ")}</p>
    </>
  );
}
