import { useEffect, useRef } from "preact/hooks";
import { table } from "../table";
import { texts } from "../texts";
import { Button } from "./Button";
import { Sentence } from "./Sentence";

/** Stones are about to be lost, and the partner waits for what the player wants. */
export function Warning({ game, words }: { game: string; words: string }) {
  const panel = useRef<HTMLElement>(null);
  // The answer is one key away.
  useEffect(() => panel.current?.querySelector<HTMLElement>(".button.main")?.focus({ preventScroll: true }), [words]);
  return (
    <section ref={panel} class="offer warning" aria-label={texts.captureGame.warning} aria-live="polite">
      <p>
        <Sentence game={game} words={words} />
      </p>
      <div class="buttons">
        <Button kind="main" act={() => table.undo()}>
          {texts.captureGame.takeBack}
        </Button>
        <Button act={() => table.goAhead()}>{texts.captureGame.leaveIt}</Button>
      </div>
    </section>
  );
}
