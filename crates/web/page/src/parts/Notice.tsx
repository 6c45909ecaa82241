import { table, useTable } from "../table";
import { texts } from "../texts";
import { Button } from "./Button";

/** One line for troubles. It lies over the page, so that nothing moves when it comes or goes. */
export function Notice() {
  const link = useTable((view) => view.link);
  const trouble = useTable((view) => view.trouble);
  return (
    <div class="notices" role="alert">
      {link === "lost" && <p class="notice">{texts.connectionLost}</p>}
      {trouble !== null && (
        <p class="notice">
          <span>{trouble}</span>
          <Button kind="quiet" act={() => table.forgetTrouble()}>
            {texts.dismiss}
          </Button>
        </p>
      )}
    </div>
  );
}
