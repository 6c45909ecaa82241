import type { Game, Objection as Objected } from "../messages";
import { addressOf } from "../place";
import type { Show, Shown } from "../shown";
import { table } from "../table";
import { texts } from "../texts";
import { Button } from "./Button";
import { CaptureEnding } from "./CaptureEnding";
import { Count } from "./Count";
import { Steering } from "./Steering";

interface Props {
  game: Game;
  shown: Shown;
  show: Show;
  openNewGame: () => void;
}

/** Counting, and the end of the game. */
export function Ending({ game, shown, show, openNewGame }: Props) {
  if (game.captures !== null) return <CaptureEnding game={game} captures={game.captures} />;
  if (game.phase === "over") {
    return (
      <section class="ending">
        <h2>{texts.over}</h2>
        {game.result !== null && <p class="result">{texts.result(game.result)}</p>}
        {game.played_like && (
          <p class="played-like" aria-live="polite">
            {game.played_like.sentence}
          </p>
        )}
        <div class="buttons">
          <Button kind="main" act={openNewGame}>
            {texts.newGame}
          </Button>
          <a class="button" href={addressOf({ view: "game", id: game.id, start: true })}>
            {texts.review.start}
          </a>
        </div>
        {game.steered.length > 0 && <Steering {...{ game, shown, show }} />}
        {game.count && <Count count={game.count} />}
      </section>
    );
  }
  if (game.objection !== null) return <Objection game={game} objection={game.objection} />;
  return (
    <section class="ending">
      <h2>{texts.counting}</h2>
      <p>{texts.countingHow}</p>
      {game.score !== null && <p class="result">{texts.standsAt(texts.result(game.score))}</p>}
      <div class="buttons">
        <Button kind="main" act={() => table.agree()}>
          {texts.agree}
        </Button>
        <Button act={() => table.playOn()}>{texts.playOn}</Button>
      </div>
      {game.count && <Count count={game.count} />}
    </section>
  );
}

/** The partner does not agree yet; who insists has it their way. */
function Objection({ game, objection }: { game: Game; objection: Objected }) {
  return (
    <section class="ending" aria-live="polite">
      <h2>{texts.objects}</h2>
      <p class="objection">{objection.sentence}</p>
      <p>{texts.ownCount(texts.result(objection.score))}</p>
      {game.score !== null && <p class="result">{texts.standsAt(texts.result(game.score))}</p>}
      <div class="buttons">
        <Button kind="main" act={() => table.playOn()}>
          {texts.playOn}
        </Button>
        <Button act={() => table.agree()}>{texts.insist}</Button>
      </div>
    </section>
  );
}
