import { afterCaptureGame, beginnersGame } from "../choice";
import type { Game } from "../messages";
import { table } from "../table";
import { texts } from "../texts";
import { Button } from "./Button";

/** The end of a game in which stones were captured, and the next one. */
export function CaptureEnding({ game, captures }: { game: Game; captures: number }) {
  const winner = game.result?.startsWith("B") ? "black" : game.result?.startsWith("W") ? "white" : null;
  const won = winner === game.you;
  const next = afterCaptureGame(captures);
  const begin = (choice: { size: number; captures?: number }) => () => table.begin(beginnersGame(choice), null);
  const again = (
    <Button kind={won ? "plain" : "main"} act={begin({ size: game.size, captures })}>
      {texts.captureGame.again}
    </Button>
  );
  return (
    <section class="ending" aria-live="polite">
      <h2>{texts.over}</h2>
      <p class="result">{winner === null ? texts.captureGame.draw : won ? texts.captureGame.won : texts.captureGame.lost}</p>
      <div class="buttons">
        {!won && again}
        <Button kind={won ? "main" : "plain"} act={begin(next)}>
          {texts.captureGame.begin("captures" in next ? next.captures : undefined, next.size)}
        </Button>
        {won && again}
      </div>
    </section>
  );
}
