import type { Found, Mistake, Review } from "../../libraryMessages";
import { chanceFor } from "../../overlays";
import { texts } from "../../texts";
import { Button } from "../Button";
import { Stone } from "../Stone";
import type { Line } from "./ReviewBoard";

interface Props {
  review: Review;
  found: Found;
  at: number;
  line: Line | null;
  showMistake: (after: number, which: Line["which"]) => void;
  step: (to: number) => void;
}

/** The mistakes that mattered. Where a rank is known, those to look at first come first, and what was well found before them. */
export function Mistakes(props: Props) {
  const { found } = props;
  const first = found.first.flatMap((after) => found.mistakes.filter((mistake) => mistake.after === after));
  const others = found.mistakes.filter(({ after }) => !found.first.includes(after));
  return (
    <>
      {found.found.length > 0 && <WellFound {...props} />}
      {first.length > 0 && <List {...props} id="first" title={texts.review.first} mistakes={first} isFirst />}
      {(others.length > 0 || first.length === 0) && (
        <List {...props} id="mistakes" title={first.length > 0 ? texts.review.otherMistakes : texts.review.mistakes} mistakes={others} />
      )}
    </>
  );
}

/** Good moves that few at the player's level find. */
function WellFound({ found, step }: Props) {
  return (
    <section class="well-found" aria-labelledby="well-found-title">
      <h2 id="well-found-title">{texts.review.wellFound}</h2>
      {found.found.map(({ after, sentence }) => (
        <p key={after}>
          <button type="button" class="plain-line" onClick={() => step(after + 1)}>
            {sentence}
          </button>
        </p>
      ))}
    </section>
  );
}

/** A click lays the better line on the board. Those that come first say why, and can be tried again. */
function List({ id, title, mistakes, isFirst, ...props }: Props & { id: string; title: string; mistakes: Mistake[]; isFirst?: boolean }) {
  return (
    <section class="mistakes" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {mistakes.length === 0 && <p class="faint">{texts.review.noMistakes}</p>}
      <ol>
        {mistakes.map((mistake) => (
          <li key={mistake.after}>
            <MistakeLine {...props} mistake={mistake} />
            {isFirst && (
              <div class="lesson-of-mistake">
                <p>{mistake.sentence}</p>
                <Button kind="quiet" title={texts.review.tryAgainMeans} act={() => props.step(mistake.after)}>
                  {texts.review.tryAgain}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function MistakeLine({ review, at, line, showMistake, mistake }: Omit<Props, "found" | "step"> & { mistake: Mistake }) {
  const { after, colour, played, better } = mistake;
  return (
    <button
      type="button"
      class="mistake-line"
      aria-current={at === after && line !== null}
      title={mistake.sentence}
      onClick={() => showMistake(after, "better")}
    >
      <span class="move-number">{review.game.moves_before + after + 1}</span>
      <Stone colour={colour} />
      <span class="instead">
        <s>{played}</s> <strong>{better[0]}</strong>
        {mistake.is_turning_point && <span class="badge">{texts.review.turningPoint}</span>}
      </span>
      <span class="figures">
        <strong>{texts.review.points(mistake.points)}</strong>
        <span>
          {texts.percent(chanceFor(colour, mistake.chance_before))} → {texts.percent(chanceFor(colour, mistake.chance_after))}
        </span>
      </span>
    </button>
  );
}
