import { useEffect, useRef } from "preact/hooks";
import { handicaps, isFirst, paces, thinkingTimes } from "../choice";
import type { Level } from "../levels";
import { colourChoices, isObjective, objectives, ruleSets } from "../messages";
import type { Choice, Partner } from "../messages";
import { useTable } from "../table";
import { texts } from "../texts";
import { Button } from "./Button";
import { ClockChoice } from "./ClockChoice";
import { KomiChoice } from "./KomiChoice";
import { PartnerCard } from "./PartnerCard";
import { Pick } from "./Pick";
import { Pills } from "./Pills";
import { SizeChoice } from "./SizeChoice";

interface Props {
  level: Level;
  setLevel: (level: Level) => void;
  choice: Choice;
  choose: (choice: Choice) => void;
  start: () => void;
  /** Back to the game that goes on, if there is one. */
  back: (() => void) | null;
}

export function NewGame({ level, setLevel, choice, choose, start, back }: Props) {
  const connected = useTable((view) => view.link === "open");
  const set = (change: Partial<Choice>) => choose({ ...choice, ...change });
  const setPartner = (change: Partial<Partner>) => set({ partner: { ...choice.partner, ...change } });
  // Called for by a key or a button that is gone now: the focus goes on from the button that starts.
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (back) panel.current?.querySelector<HTMLElement>(".button.main")?.focus();
  }, []);
  return (
    <section ref={panel} class="new-game" aria-labelledby="new-game-title">
      <h2 id="new-game-title">{texts.newGame}</h2>
      <PartnerCard level={level} setLevel={setLevel} partner={choice.partner} set={setPartner} />
      <SizeChoice size={choice.size} choose={(size) => set({ size })} />
      <Pills
        label={texts.colour}
        value={choice.colour}
        among={colourChoices}
        name={(colour) => texts.colourNames[colour]}
        choose={(colour) => set({ colour })}
      >
        <small class="faint">{texts.nigiriMeans}</small>
      </Pills>
      <details>
        <summary>{texts.more}</summary>
        <div class="more">
          <Pick
            label={texts.rules}
            value={choice.rules}
            among={ruleSets}
            name={(rules) => texts.rulesNames[rules]}
            choose={(rules) => set({ rules })}
          />
          <KomiChoice komi={choice.komi} choose={(komi) => set({ komi })} />
          <Pick
            label={texts.handicap}
            value={choice.handicap}
            among={handicaps}
            name={texts.handicapName}
            choose={(handicap) => set({ handicap })}
          />
          <ClockChoice clock={choice.clock ?? null} choose={(clock) => set({ clock })} />
          {isObjective(choice.partner.aim) && (
            <Pick
              label={texts.objective}
              value={choice.partner.aim}
              among={objectives}
              name={(aim) => texts.objectiveNames[aim]}
              choose={(aim) => setPartner({ aim })}
            />
          )}
          <Pick
            label={texts.seconds}
            value={choice.partner.seconds}
            among={thinkingTimes}
            name={texts.secondsName}
            choose={(seconds) => setPartner({ seconds })}
          />
          <Pick
            label={texts.pace}
            value={choice.partner.waits ? "person" : "quick"}
            among={paces}
            name={(pace) => texts.paceNames[pace]}
            choose={(pace) => setPartner({ waits: pace === "person" })}
          />
        </div>
      </details>
      <div class="buttons">
        <Button kind="main" off={!connected} act={start}>
          {connected ? texts.start : texts.connecting}
        </Button>
        {back && <Button act={back}>{texts.backToGame}</Button>}
      </div>
      {!back && isFirst(choice) && <p class="faint">{texts.startHint}</p>}
    </section>
  );
}
