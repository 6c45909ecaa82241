import type { ComponentChildren } from "preact";
import { table, useTable } from "../table";
import { tabs } from "../tabs";
import type { OpenTab } from "../tabs";
import { texts } from "../texts";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

interface Props {
  open: OpenTab;
  choose: (tab: OpenTab) => void;
  askResign: () => void;
  openNewGame: () => void;
  close: () => void;
  /** What is drawn on the board. */
  children: ComponentChildren;
}

/** Everything that is not at hand on a phone. What opens a view closes this one, so that the view is seen. */
export function More({ open, choose, askResign, openNewGame, close, children }: Props) {
  const look = useTable((view) => view.look);
  const teach = useTable((view) => view.teach);
  const forPoints = useTable(({ game }) => game?.captures === null);
  const playing = useTable(({ game, link }) => link === "open" && game?.phase === "playing");
  const then = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <Dialog title={texts.everything} close={close}>
      <h3>{texts.tabsLabel}</h3>
      <div class="sheet">
        {forPoints && (
          <>
            {tabs.map((tab) => (
              <Button key={tab} on={tab === open} act={then(() => choose(tab === open ? "talk" : tab))}>
                {texts.tabs[tab]}
              </Button>
            ))}
            <Button on={look} title={texts.lookMeans} act={then(() => table.look(!look))}>
              {texts.look}
            </Button>
          </>
        )}
        <Button
          on={teach}
          title={forPoints ? texts.teachMeans : texts.teachCapturesMeans}
          act={then(() => {
            table.teach(!teach);
            choose("talk");
          })}
        >
          {texts.teach}
        </Button>
      </div>
      <h3>{texts.onTheBoard}</h3>
      {children}
      <h3>{texts.theGame}</h3>
      <div class="sheet">
        <Button off={!playing} act={then(askResign)}>
          {texts.resign}
        </Button>
        <Button act={then(openNewGame)}>{texts.newGame}</Button>
        <Button act={close}>{texts.close}</Button>
      </div>
    </Dialog>
  );
}
