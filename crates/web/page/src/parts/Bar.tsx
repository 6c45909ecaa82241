import { mayPlay, table, useTable } from "../table";
import { texts } from "../texts";
import { Button } from "./Button";

/** What a phone has at hand; everything else is one tap away. */
export function Bar({ pass, hint, openMore }: { pass: () => void; hint: () => void; openMore: () => void }) {
  const playable = useTable(mayPlay);
  const moved = useTable(({ game, link }) => link === "open" && game !== null && game.moves.length > 0);
  return (
    <div class="bar">
      <Button off={!moved} act={() => table.undo()}>
        {texts.takeBack}
      </Button>
      <Button off={!playable} act={hint}>
        {texts.hint}
      </Button>
      <Button off={!playable} act={pass}>
        {texts.pass}
      </Button>
      <Button act={openMore}>{texts.everything}</Button>
    </div>
  );
}
