import { characterWords, isCharacter } from "../character";
import { characters } from "../generated";
import { mayAim } from "../levels";
import type { Level } from "../levels";
import { isObjective, steeringAims } from "../messages";
import type { Partner } from "../messages";
import { texts } from "../texts";
import { CharacterPicture } from "./CharacterPicture";
import { LevelChoice } from "./LevelChoice";
import { Pick } from "./Pick";

interface Props {
  level: Level;
  setLevel: (level: Level) => void;
  partner: Partner;
  set: (change: Partial<Partner>) => void;
}

/** Whom to play with: how strong, what for, and what it likes. */
export function PartnerCard({ level, setLevel, partner, set }: Props) {
  const character = isCharacter(partner.character) ? partner.character : "none";
  // How exactly it plays its best is a finer point: the choice is among the rarer ones.
  const best = isObjective(partner.aim) ? partner.aim : "win";
  return (
    <fieldset class="partner-card">
      <legend>{texts.yourPartner}</legend>
      <LevelChoice level={level} aim={partner.aim} choose={setLevel} />
      {mayAim(level) && (
        <Pick
          label={texts.aim}
          value={partner.aim}
          among={[...steeringAims, best]}
          name={(aim) => texts.aimNames[aim]}
          choose={(aim) => set({ aim })}
          means={texts.aimMeans[partner.aim]}
        />
      )}
      {level !== "beginner" && (
        <div class="character">
          <Pick
            label={texts.character}
            value={character}
            among={characterWords}
            name={(character) => characters[character].name}
            choose={(character) => set({ character })}
            means={characters[character].means}
          />
          <CharacterPicture character={character} />
        </div>
      )}
    </fieldset>
  );
}
