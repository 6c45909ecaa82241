import { texts } from "../texts";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

export function Help({ close }: { close: () => void }) {
  return (
    <Dialog title={texts.helpTitle} close={close}>
      {texts.helpWords.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <dl class="keys">
        {[...texts.keys, ...texts.review.keys].map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div class="buttons">
        <Button kind="main" act={close}>
          {texts.close}
        </Button>
      </div>
    </Dialog>
  );
}
