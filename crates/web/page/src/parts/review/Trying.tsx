import type { Colour } from "../../colour";
import type { Explored, ReviewedGame } from "../../libraryMessages";
import { chanceFor, leadFor } from "../../overlays";
import { texts } from "../../texts";
import { linesAt, wholeLine } from "../../variations";
import { Button } from "../Button";
import type { Line } from "./ReviewBoard";

/** As many as there is room for. */
const most = 6;

interface Props {
  game: ReviewedGame;
  at: number;
  line: Line | null;
  turn: Colour;
  /** Set while candidates are shown. */
  explored: Explored | null;
  looks: boolean;
  tryAt: (name: string) => void;
  takeBack: () => void;
  showRecord: (number: number) => void;
}

/** What can be tried from here: any move, what Shidogo considers, and the variations of the record. */
export function Trying({ game, at, line, turn, explored, looks, tryAt, takeBack, showRecord }: Props) {
  const variations = linesAt(game, line?.record ?? null, at + (line?.moves.length ?? 0)).filter(
    () => line === null || line.record !== undefined,
  );
  return (
    <section class="trying" aria-labelledby="trying-title">
      <h2 id="trying-title">{texts.review.trying}</h2>
      <form
        class="try-move"
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem("move");
          if (!(field instanceof HTMLInputElement) || field.value.trim() === "") return;
          tryAt(field.value.trim());
          field.value = "";
        }}
      >
        <label>
          {texts.review.tryMove}
          <input name="move" size={5} maxLength={4} autocomplete="off" placeholder={texts.review.tryExample} />
        </label>
        <Button kind="quiet" off={line === null} act={takeBack}>
          {texts.takeBack}
        </Button>
      </form>
      {variations.length > 0 && (
        <>
          <h3>{texts.review.variations}</h3>
          <ul class="variations">
            {variations.map((number) => (
              <li key={number}>
                <Button kind="quiet" act={() => showRecord(number)}>
                  {wordsOf(game, number, at + (line?.moves.length ?? 0))}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {looks && (
        <div class="candidates">
          <p class="standing">
            {explored ? texts.standingShort(explored.win_rate, explored.lead, explored.spread) : texts.candidatesWait}
          </p>
          <ol>
            {explored?.candidates.slice(0, most).map((candidate) => (
              <li key={candidate.at}>
                <button type="button" class="candidate" onClick={() => tryAt(candidate.at)}>
                  <strong>{candidate.at}</strong>
                  <span>{texts.percent(chanceFor(turn, candidate.win_rate))}</span>
                  <span>{texts.signed(leadFor(turn, candidate.lead))}</span>
                  <span>{texts.count(candidate.visits)}</span>
                </button>
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}

/** The moves of a variation from here on, as far as one reads them. */
function wordsOf(game: ReviewedGame, number: number, from: number): string {
  const line = wholeLine(game, number);
  const moves = line?.moves.slice(from - line.after) ?? [];
  return `${moves.slice(0, most).join(" ")}${moves.length > most ? " …" : ""}`;
}
