import { table } from "../table";
import { texts } from "../texts";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

export function AskResign({ close }: { close: () => void }) {
  return (
    <Dialog title={texts.resignQuestion} close={close}>
      <div class="buttons">
        {/* First, so that a hasty Enter resigns nothing. */}
        <Button act={close}>{texts.resignNo}</Button>
        <Button
          kind="main"
          act={() => {
            table.resign();
            close();
          }}
        >
          {texts.resignYes}
        </Button>
      </div>
    </Dialog>
  );
}
