import { library, useLibrary } from "../../library";
import { texts } from "../../texts";
import { Button } from "../Button";
import { playerOf } from "./GameLine";

/** What was deleted just now can come back. */
export function Undo() {
  const deleted = useLibrary((shelf) => shelf.deleted);
  return (
    <div class="notices undo" role="status">
      {deleted && (
        <p class="notice">
          <span>{texts.library.deleted(`${playerOf(deleted, "black")} – ${playerOf(deleted, "white")}`)}</span>
          <Button kind="quiet" act={() => library.restore()}>
            {texts.library.undo}
          </Button>
          <Button kind="quiet" act={() => library.forgetDeleted()}>
            {texts.dismiss}
          </Button>
        </p>
      )}
    </div>
  );
}
