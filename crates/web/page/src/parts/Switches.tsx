import { nextConfirmation } from "../confirm";
import type { Confirmation } from "../confirm";
import { touch, useMedia } from "../media";
import { texts } from "../texts";
import { Button } from "./Button";

interface Props {
  numbered: boolean;
  setNumbered: (on: boolean) => void;
  territory: boolean;
  setTerritory: (on: boolean) => void;
  confirm: Confirmation;
  setConfirm: (confirm: Confirmation) => void;
  openLegend: () => void;
}

/** What is drawn on the board besides stones, and what a tap on it does. */
export function Switches({ numbered, setNumbered, territory, setTerritory, confirm, setConfirm, openLegend }: Props) {
  const finger = useMedia(touch);
  return (
    <div class="switches">
      <Button kind="quiet" on={numbered} act={() => setNumbered(!numbered)}>
        {texts.showNumbers}
      </Button>
      <Button kind="quiet" on={territory} title={texts.showOwnersMeans} act={() => setTerritory(!territory)}>
        {texts.showOwners}
      </Button>
      {finger && (
        <Button kind="quiet" title={texts.confirmMeans} act={() => setConfirm(nextConfirmation(confirm))}>
          {texts.confirm[confirm]}
        </Button>
      )}
      <Button kind="quiet" title={texts.legend.means} act={openLegend}>
        {texts.legend.open}
      </Button>
    </div>
  );
}
