import { Button } from "./Button";
import { Dialog } from "./Dialog";

interface Props {
  question: string;
  yes: string;
  no: string;
  act: () => void;
  close: () => void;
}

/** Asks before something is done that cannot be meant by a slip of a finger. */
export function Ask({ question, yes, no, act, close }: Props) {
  return (
    <Dialog title={question} close={close}>
      <div class="buttons">
        {/* First, so that a hasty Enter does nothing. */}
        <Button act={close}>{no}</Button>
        <Button
          kind="main"
          act={() => {
            act();
            close();
          }}
        >
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}
