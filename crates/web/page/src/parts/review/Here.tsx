import type { Mistake, Review } from "../../libraryMessages";
import { turnAfter } from "../../replay";
import { texts } from "../../texts";
import { Button } from "../Button";
import { isTrying } from "./ReviewBoard";
import type { Line } from "./ReviewBoard";

interface Props {
  review: Review;
  at: number;
  line: Line | null;
  showMistake: (after: number, which: Line["which"]) => void;
  showLine: (line: Line | null) => void;
  step: (to: number) => void;
  /** What the record says here. */
  comment: string;
}

/** The position on the board in words, and what can be laid on it. Its place is kept while words come and go. */
export function Here({ review, at, line, showMistake, showLine, step, comment }: Props) {
  const { game, found } = review;
  const move = game.moves[at - 1];
  // Nothing is known of moves that are tried.
  const tried = line !== null && isTrying(line);
  const judged = tried ? undefined : found?.positions[at];
  const seen = tried ? undefined : review.graph.find(([after]) => after === at);
  const lost = found?.lost[at - 1] ?? 0;
  const mistake = found?.costly.find(({ after }) => after === (line?.which === "better" || line?.which === "played" ? at : at - 1));
  const next = game.moves[at];
  const retried = line?.which === "tried" && line.moves.length === 1 ? found?.costly.find(({ after }) => after === at) : undefined;
  const best = judged?.sequence[0];
  return (
    <section class="here" aria-live="polite" aria-label={texts.review.here}>
      <p class="what">
        {line ? texts.review.lines[line.which] : move ? texts.review.played(game.moves_before + at, ...move) : texts.review.beginning}
        {!line && lost >= 1 && <span class={`cost ${gradeOf(lost)}`}>{texts.review.cost(lost)}</span>}
      </p>
      <p class="standing">
        {judged ? texts.standing(judged.win_rate, judged.lead) : seen ? texts.standing(seen[1], seen[2]) : ""}
      </p>
      {line ? (
        <p class="line-moves">{line.moves.join(" ")}</p>
      ) : (
        best !== undefined && next && <p class="faint">{best === next[1] ? texts.review.agrees(best) : texts.review.wouldPlay(best)}</p>
      )}
      {retried && line && <p>{ofRetried(retried, line.moves[0]!)}</p>}
      {mistake && !retried && <p>{mistake.sentence}</p>}
      <div class="buttons">
        {mistake && (
          <>
            <Button kind="quiet" on={line?.which === "better"} act={() => showMistake(mistake.after, "better")}>
              {texts.review.showBetter}
            </Button>
            <Button kind="quiet" on={line?.which === "played"} act={() => showMistake(mistake.after, "played")}>
              {texts.review.showPlayed}
            </Button>
          </>
        )}
        {judged && next && (!line || line.which === "best") && (
          <Button
            kind="quiet"
            on={line?.which === "best"}
            act={() => showLine(line ? null : { which: "best", first: turnAfter(game, at), moves: judged.sequence })}
          >
            {texts.review.showBest}
          </Button>
        )}
        {line && (
          <Button kind="quiet" act={() => step(at)}>
            {texts.review.backToGame}
          </Button>
        )}
      </div>
      {comment !== "" && <p class="comment">{comment}</p>}
    </section>
  );
}

/** What there is to say of a move that is tried instead of a mistake. */
function ofRetried({ played, better }: Mistake, at: string): string {
  const { same, best, other } = texts.review.retried;
  return at === better[0] ? best(at) : at === played ? same(at) : other(at);
}

export function gradeOf(lost: number): "good" | "slack" | "mistake" | "blunder" {
  if (lost < 1) return "good";
  return lost < 3 ? "slack" : lost < 6 ? "mistake" : "blunder";
}
