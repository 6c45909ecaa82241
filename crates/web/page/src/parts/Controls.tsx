import { mayPlay, table, useTable } from "../table";
import { texts } from "../texts";
import { Button } from "./Button";

interface Props {
  why: boolean;
  setWhy: (on: boolean) => void;
  fights: boolean;
  setFights: (on: boolean) => void;
  askResign: () => void;
  openNewGame: () => void;
}

/** The same buttons at all times, so that none moves away under a finger; those of no use now are off. */
export function Controls({ why, setWhy, fights, setFights, askResign, openNewGame }: Props) {
  const playable = useTable(mayPlay);
  const look = useTable((view) => view.look);
  const teach = useTable((view) => view.teach);
  const playing = useTable(({ game, link }) => link === "open" && game?.phase === "playing");
  const moved = useTable(({ game, link }) => link === "open" && game !== null && game.moves.length > 0);
  return (
    <div class="controls">
      <Button shortcut="p" off={!playable} act={() => table.play("pass")}>
        {texts.pass}
      </Button>
      <Button shortcut="u" off={!moved} act={() => table.undo()}>
        {texts.takeBack}
      </Button>
      <Button shortcut="r" off={!playing} act={askResign}>
        {texts.resign}
      </Button>
      <Button shortcut="h" off={!playable} act={() => table.hint()}>
        {texts.hint}
      </Button>
      <Button shortcut="l" on={look} title={texts.lookMeans} act={() => table.look(!look)}>
        {texts.look}
      </Button>
      <Button shortcut="d" on={fights} title={texts.dangerMeans} act={() => setFights(!fights)}>
        {texts.danger}
      </Button>
      <Button shortcut="t" on={teach} title={texts.teachMeans} act={() => table.teach(!teach)}>
        {texts.teach}
      </Button>
      <Button shortcut="w" on={why} title={texts.whyMeans} act={() => setWhy(!why)}>
        {texts.why}
      </Button>
      <Button shortcut="n" act={openNewGame}>
        {texts.newGame}
      </Button>
    </div>
  );
}
