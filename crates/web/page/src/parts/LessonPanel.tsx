import { costOf } from "../costs";
import type { Game } from "../messages";
import { signsFrom } from "../signs";
import { showsOn } from "../shown";
import type { Show, Shown } from "../shown";
import { table } from "../table";
import { texts } from "../texts";
import { Button } from "./Button";
import { Sentence } from "./Sentence";

interface Props {
  game: Game;
  shown: Shown;
  show: Show;
}

/** What the player's last move cost, and what would have been better. */
export function LessonPanel({ game, shown, show }: Props) {
  const { lesson } = game;
  const better = lesson?.better ?? null;
  const { onClick, onFocus, onBlur, ...mouse } = showsOn(
    shown,
    show,
    "better",
    better ? { variation: better, first: game.you, before: signsFrom(game.before ?? game.stones, game.size) } : {},
  );
  return (
    <section class="lesson" aria-labelledby="lesson-title" aria-live="polite">
      <h2 id="lesson-title">{texts.lesson}</h2>
      {lesson ? (
        <p class={lesson.is_quiet ? "faint" : undefined}>
          <span class={`chip ${costOf(lesson.cost)}`} aria-hidden="true" /> <Sentence game={game.id} words={lesson.sentence} />
        </p>
      ) : (
        <p class="faint">{texts.lessonNone}</p>
      )}
      <div class="buttons">
        <span {...mouse} onFocusIn={onFocus} onFocusOut={onBlur}>
          <Button kind="quiet" off={!better} on={shown.pinned === "better"} act={onClick}>
            {texts.lessonShow}
          </Button>
        </span>
        <Button
          kind="quiet"
          off={!better || game.phase !== "playing"}
          title={texts.lessonTryAgainMeans}
          act={() => table.undo()}
        >
          {texts.lessonTryAgain}
        </Button>
      </div>
    </section>
  );
}
