import { fittingRank, levels } from "../levels";
import type { Level } from "../levels";
import { texts } from "../texts";
import { Pick } from "./Pick";

/** How strong the partner is to be. */
export function LevelChoice({ level, choose }: { level: Level; choose: (level: Level) => void }) {
  return (
    <Pick
      label={texts.level}
      value={level}
      among={levels}
      name={(level) => texts.levelName(level, fittingRank())}
      choose={choose}
    />
  );
}
