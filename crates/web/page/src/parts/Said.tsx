import type { Game } from "../messages";
import { useTable } from "../table";
import { texts } from "../texts";

/** The partner's sentence on its move, or its hint. */
export function Said({ game }: { game: Game }) {
  const hint = useTable((view) => view.hint);
  const words = hint?.sentence ?? game.said;
  return (
    <section class="said" aria-label={texts.partnerSays} aria-live="polite">
      <p class={words === null ? "faint" : ""}>{words ?? texts.saysNothing}</p>
    </section>
  );
}
