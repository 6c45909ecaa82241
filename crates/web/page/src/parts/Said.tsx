import type { Game } from "../messages";
import { useTable } from "../table";
import { texts } from "../texts";
import { Sentence } from "./Sentence";

/** The partner's sentence on its move, or its hint. */
export function Said({ game }: { game: Game }) {
  const hint = useTable((view) => view.hint);
  const words = hint?.sentence ?? game.said;
  return (
    <section class="said" aria-label={texts.partnerSays} aria-live="polite">
      <p class={words === null ? "faint" : ""}>
        {words === null ? texts.saysNothing : <Sentence game={game.id} words={words} />}
      </p>
    </section>
  );
}
