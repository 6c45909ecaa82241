import { mayPlay, table, useTable } from "../table";
import type { OpenTab } from "../tabs";
import { texts } from "../texts";
import { Button } from "./Button";

interface Props {
  open: OpenTab;
  choose: (tab: OpenTab) => void;
  pass: () => void;
  hint: () => void;
  askResign: () => void;
  openNewGame: () => void;
}

/** The same buttons at all times, so that none moves away under a finger; those of no use now are off. */
export function Controls({ open, choose, pass, hint, askResign, openNewGame }: Props) {
  const playable = useTable(mayPlay);
  const look = useTable((view) => view.look);
  const teach = useTable((view) => view.teach);
  const playing = useTable(({ game, link }) => link === "open" && game?.phase === "playing");
  const moved = useTable(({ game, link }) => link === "open" && game !== null && game.moves.length > 0);
  // Where stones are captured, points mean nothing, and neither does what the search says of them.
  const forPoints = useTable(({ game }) => game?.captures === null);
  const toggle = (tab: OpenTab) => choose(open === tab ? "talk" : tab);
  return (
    <div class="controls">
      <Button shortcut="p" off={!playable} act={pass}>
        {texts.pass}
      </Button>
      <Button shortcut="u" off={!moved} act={() => table.undo()}>
        {texts.takeBack}
      </Button>
      <Button shortcut="r" off={!playing} act={askResign}>
        {texts.resign}
      </Button>
      <Button shortcut="h" off={!playable} act={hint}>
        {texts.hint}
      </Button>
      {forPoints && (
        <>
          <Button shortcut="l" on={look} title={texts.lookMeans} act={() => table.look(!look)}>
            {texts.look}
          </Button>
          <Button shortcut="d" on={open === "fights"} title={texts.dangerMeans} act={() => toggle("fights")}>
            {texts.danger}
          </Button>
        </>
      )}
      <Button shortcut="t" on={teach} title={forPoints ? texts.teachMeans : texts.teachCapturesMeans} act={() => table.teach(!teach)}>
        {texts.teach}
      </Button>
      {forPoints && (
        <Button shortcut="w" on={open === "why"} title={texts.whyMeans} act={() => toggle("why")}>
          {texts.why}
        </Button>
      )}
      <Button shortcut="n" act={openNewGame}>
        {texts.newGame}
      </Button>
    </div>
  );
}
