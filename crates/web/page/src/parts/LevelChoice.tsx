import { fittingRank, levels, mayAim } from "../levels";
import type { Level } from "../levels";
import { isObjective } from "../messages";
import type { Aim } from "../messages";
import { texts } from "../texts";
import { Pick } from "./Pick";

/** How strong the partner is to be. */
export function LevelChoice({ level, aim, choose }: { level: Level; aim: Aim; choose: (level: Level) => void }) {
  const steers = mayAim(level) && !isObjective(aim);
  return (
    <Pick
      label={texts.level}
      value={level}
      among={levels}
      name={(level) => texts.levelName(level, fittingRank())}
      choose={choose}
      means={texts.levelMeans(level, fittingRank(), steers)}
    />
  );
}
