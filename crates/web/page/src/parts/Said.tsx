import type { Game } from "../messages";
import { useTable } from "../table";
import { texts } from "../texts";
import { Why } from "./Why";

/** The partner's sentence on its move, or its hint. */
export function Said({ game, why }: { game: Game; why: boolean }) {
  const hint = useTable((view) => view.hint);
  const words = hint?.sentence ?? game.said;
  return (
    <section class={`said ${why ? "with-table" : ""}`} aria-label={texts.partnerSays} aria-live="polite">
      <p class={words === null ? "faint" : ""}>{words ?? texts.saysNothing}</p>
      {why && <Why game={game} />}
    </section>
  );
}
