import { useState } from "preact/hooks";
import { usualChoice } from "../../choice";
import { recall } from "../../kept";
import { isLevel, partnerAt } from "../../levels";
import type { Level } from "../../levels";
import { isChoice } from "../../messages";
import { openings } from "../../openings";
import { goTo } from "../../place";
import { texts } from "../../texts";
import { Button } from "../Button";
import { Dialog } from "../Dialog";
import { LevelChoice } from "../LevelChoice";

/** A game with Shidogo from the end of an opening. */
export function PlayOnFromOpening({ close }: { close: () => void }) {
  const { partner } = recall("choice", usualChoice, isChoice);
  const [level, setLevel] = useState(() => recall<Level>("level", "fits-me", isLevel));
  return (
    <Dialog title={texts.openings.playOnTitle} close={close}>
      <LevelChoice level={level} aim={partner.aim} choose={setLevel} />
      <div class="buttons">
        <Button act={close}>{texts.openings.playOnNo}</Button>
        <Button
          kind="main"
          act={() => {
            openings.goOn(partnerAt(level, partner));
            close();
            goTo({ view: "play" });
          }}
        >
          {texts.start}
        </Button>
      </div>
    </Dialog>
  );
}
