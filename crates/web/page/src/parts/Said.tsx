import type { Game } from "../messages";
import { table, useTable } from "../table";
import { texts } from "../texts";
import { Button } from "./Button";

/** The partner's sentence on its move, or its hint. */
export function Said({ game }: { game: Game }) {
  const hint = useTable((view) => view.hint);
  const words = hint?.sentence ?? game.said;
  return (
    <section class="said" aria-label={texts.partnerSays} aria-live="polite">
      <p class={words === null ? "faint" : ""}>{words ?? texts.saysNothing}</p>
      {game.would_resign && (
        <p class="would-resign">
          {texts.wouldResign} <Button act={() => table.letResign()}>{texts.letResign}</Button>
        </p>
      )}
    </section>
  );
}
