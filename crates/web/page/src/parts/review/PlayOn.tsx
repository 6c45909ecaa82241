import { useState } from "preact/hooks";
import { usualChoice } from "../../choice";
import type { Colour } from "../../colour";
import { recall } from "../../kept";
import { isLevel, partnerAt } from "../../levels";
import type { Level } from "../../levels";
import { isChoice } from "../../messages";
import { goTo } from "../../place";
import { table } from "../../table";
import { texts } from "../../texts";
import { Button } from "../Button";
import { Dialog } from "../Dialog";
import { LevelChoice } from "../LevelChoice";
import { Pick } from "../Pick";

interface Props {
  /** Moves of the game, and moves that were tried from there. */
  after: number;
  moves: string[];
  turn: Colour;
  close: () => void;
}

/** A new game with Shidogo, from the position on the board. */
export function PlayOn({ after, moves, turn, close }: Props) {
  const { partner } = recall("choice", usualChoice, isChoice);
  const [colour, setColour] = useState(turn);
  const [level, setLevel] = useState(() => recall<Level>("level", "fits-me", isLevel));
  return (
    <Dialog title={texts.review.playOnTitle} close={close}>
      <Pick
        label={texts.colour}
        value={colour}
        among={["black", "white"] as const}
        name={(colour) => texts.colours[colour]}
        choose={setColour}
      />
      <LevelChoice level={level} aim={partner.aim} choose={setLevel} />
      <div class="buttons">
        <Button act={close}>{texts.review.playOnNo}</Button>
        <Button
          kind="main"
          act={() => {
            table.playFrom(after, moves, colour, partnerAt(level, partner));
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
