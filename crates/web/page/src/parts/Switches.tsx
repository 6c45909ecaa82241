import { texts } from "../texts";
import { Button } from "./Button";

interface Props {
  numbered: boolean;
  setNumbered: (on: boolean) => void;
  territory: boolean;
  setTerritory: (on: boolean) => void;
}

/** What is drawn on the board besides stones. */
export function Switches({ numbered, setNumbered, territory, setTerritory }: Props) {
  return (
    <div class="switches">
      <Button kind="quiet" on={numbered} act={() => setNumbered(!numbered)}>
        {texts.showNumbers}
      </Button>
      <Button kind="quiet" on={territory} title={texts.showOwnersMeans} act={() => setTerritory(!territory)}>
        {texts.showOwners}
      </Button>
    </div>
  );
}
