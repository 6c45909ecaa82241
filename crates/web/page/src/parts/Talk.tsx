import type { Game } from "../messages";
import type { Show, Shown } from "../shown";
import { table, useTable } from "../table";
import { texts } from "../texts";
import { Button } from "./Button";
import { Ending } from "./Ending";
import { LessonPanel } from "./LessonPanel";
import { Said } from "./Said";
import { Warning } from "./Warning";

interface Props {
  game: Game;
  shown: Shown;
  show: Show;
  openNewGame: () => void;
}

/** What the partner says of its move and of the player's, or how the game ends. */
export function Talk({ game, shown, show, openNewGame }: Props) {
  const teach = useTable((view) => view.teach);
  if (game.phase !== "playing") return <Ending {...{ game, shown, show, openNewGame }} />;
  return (
    <>
      <Said game={game} />
      {game.would_resign && (
        <section class="offer" aria-live="polite">
          <p>{texts.wouldResign}</p>
          <Button act={() => table.letResign()}>{texts.letResign}</Button>
        </section>
      )}
      {game.warning !== null && <Warning game={game.id} words={game.warning} />}
      {teach && game.captures === null && <LessonPanel game={game} shown={shown} show={show} />}
    </>
  );
}
