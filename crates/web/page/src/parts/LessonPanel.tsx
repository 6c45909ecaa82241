import { costOf } from "../costs";
import type { Game } from "../messages";
import { signsFrom } from "../signs";
import type { Shown } from "../shown";
import { table } from "../table";
import { texts } from "../texts";
import { Button } from "./Button";

interface Props {
  game: Game;
  show: (shown: Partial<Shown> | null) => void;
}

/** What the player's last move cost, and what would have been better. */
export function LessonPanel({ game, show }: Props) {
  const { lesson } = game;
  const showBetter = () => {
    if (lesson?.better) {
      show({ variation: lesson.better, first: game.you, before: signsFrom(game.before ?? game.stones, game.size) });
    }
  };
  const hide = () => show(null);
  return (
    <section class="lesson" aria-labelledby="lesson-title" aria-live="polite">
      <h2 id="lesson-title">{texts.lesson}</h2>
      {lesson ? (
        <p>
          <span class={`chip ${costOf(lesson.cost)}`} aria-hidden="true" /> {texts.lessonWords(lesson)}
        </p>
      ) : (
        <p class="faint">{texts.lessonNone}</p>
      )}
      <div class="buttons">
        <span onMouseEnter={showBetter} onMouseLeave={hide} onFocusIn={showBetter} onFocusOut={hide}>
          <Button kind="quiet" off={!lesson?.better} act={showBetter}>
            {texts.lessonShow}
          </Button>
        </span>
        <Button
          kind="quiet"
          off={!lesson?.better || game.phase !== "playing"}
          title={texts.lessonTryAgainMeans}
          act={() => table.undo()}
        >
          {texts.lessonTryAgain}
        </Button>
      </div>
    </section>
  );
}
