import type { Found, Review } from "../../libraryMessages";
import { chanceFor } from "../../overlays";
import { texts } from "../../texts";
import { Stone } from "../Stone";
import type { Line } from "./ReviewBoard";

interface Props {
  review: Review;
  found: Found;
  at: number;
  line: Line | null;
  showMistake: (after: number, which: Line["which"]) => void;
}

/** The mistakes that mattered; a click lays the better line on the board. */
export function Mistakes({ review, found, at, line, showMistake }: Props) {
  return (
    <section class="mistakes" aria-labelledby="mistakes-title">
      <h2 id="mistakes-title">{texts.review.mistakes}</h2>
      {found.mistakes.length === 0 && <p class="faint">{texts.review.noMistakes}</p>}
      <ol>
        {found.mistakes.map((mistake) => {
          const { after, colour, played, better } = mistake;
          return (
            <li key={after}>
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
            </li>
          );
        })}
      </ol>
    </section>
  );
}
