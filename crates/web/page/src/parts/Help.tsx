import { setShortcuts, useShortcuts } from "../shortcuts";
import { texts } from "../texts";
import { InfoDialog } from "./InfoDialog";

export function Help({ close }: { close: () => void }) {
  const shortcuts = useShortcuts();
  return (
    <InfoDialog title={texts.helpTitle} close={close}>
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
      <label class="check">
        <input type="checkbox" checked={shortcuts} onChange={(event) => setShortcuts(event.currentTarget.checked)} />
        {texts.shortcuts}
      </label>
    </InfoDialog>
  );
}
