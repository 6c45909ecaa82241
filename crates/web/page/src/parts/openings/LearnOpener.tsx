import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useKept } from "../../kept";
import { useKeys } from "../../keys";
import { compact, useMedia } from "../../media";
import { bestPoints, features, isOpenerName, openerName, openerParts, openingSizes } from "../../openers";
import { openings, useOpenings } from "../../openings";
import { texts } from "../../texts";
import type { Theme } from "../../theme";
import { Ask } from "../Ask";
import { Button } from "../Button";
import { Pick } from "../Pick";
import { Pills } from "../Pills";
import { ErrorCurve } from "./ErrorCurve";
import { HeatBoard } from "./HeatBoard";
import { LearnButtons } from "./LearnButtons";

const words = texts.openings;

/** A player learns, and its beliefs are on the board. */
export function LearnOpener({ theme, parts, openHelp }: { theme: Theme; parts: ComponentChildren; openHelp: () => void }) {
  const [player, choose] = useKept("opener", "ADE-9x9", isOpenerName);
  const [shown, setShown] = useState<"values" | "line">("values");
  const [forgetting, setForgetting] = useState<string | null>(null);
  const isCompact = useMedia(compact);
  const openers = useOpenings((view) => view.openers);
  const belief = useOpenings((view) => view.beliefs[player], [player]);
  const { sees, size } = openerParts(player)!;
  const others = openers?.players.map((one) => one.player) ?? [];
  const isKnown = others.includes(player);
  useEffect(() => openings.show(isKnown ? [player] : []), [player, isKnown]);
  useKeys({ "?": openHelp });
  const best = belief ? bestPoints(belief.values, size) : null;
  const label = !belief
    ? words.notYet(player)
    : shown === "values" ? `${words.firstMoves(player)}. ${words.prefers(best)}` : `${words.shown.line}: ${belief.line.join(", ")}`;
  return (
    <main class="table fresh learning openings">
      <div class="board-side">
        <HeatBoard
          size={size}
          label={label}
          values={shown === "values" ? belief?.values : undefined}
          line={shown === "line" ? belief?.line : undefined}
          numbered={!isCompact || size <= 9}
        />
      </div>
      <div class="play-side">
        {parts}
        <section class="learn" aria-labelledby="openings-title">
          <h2 id="openings-title">{words.playerName(player)}</h2>
          <LearnButtons player={player} openers={openers} belief={belief} forget={() => setForgetting(player)} />
          {!isKnown && <p>{words.intro}</p>}
          {belief && (
            <>
              <Pills label={words.show} value={shown} among={["values", "line"] as const} name={(one) => words.shown[one]} choose={setShown} />
              <p class="prefers">{words.prefers(best)}</p>
              <p class="faint fine">{shown === "values" ? words.valuesHow : words.lineHow}</p>
              <ErrorCurve curve={belief.curve} theme={theme} />
            </>
          )}
        </section>
        <section class="learn" aria-label={words.player}>
          {others.length > 0 && (
            <Pick
              label={words.player}
              value={player}
              among={isKnown ? others : [player, ...others]}
              name={(one) => words.listed(one, openers?.players.find((listed) => listed.player === one)?.games ?? 0)}
              choose={choose}
            />
          )}
          <fieldset class="sees">
            <legend>{words.sees}</legend>
            <label class="check">
              <input type="checkbox" checked disabled />
              {words.stones}
            </label>
            {features.map((feature) => (
              <label key={feature} class="check">
                <input
                  type="checkbox"
                  checked={sees.includes(feature)}
                  onChange={() => choose(openerName(sees.includes(feature) ? sees.filter((one) => one !== feature) : [...sees, feature], size))}
                />
                {words.features[feature]} <span class="faint">{feature}</span>
              </label>
            ))}
          </fieldset>
          <Pills label={texts.size} value={size} among={openingSizes} name={texts.sizeName} choose={(size) => choose(openerName(sees, size))} />
          <p class="faint fine">{words.leaving}</p>
          <p class="faint fine">{words.limits}</p>
        </section>
        {openers !== null && openers.refused.length > 0 && (
          <section class="learn" aria-label={words.refused}>
            <p>{words.refused}</p>
            {openers.refused.map(([name, why]) => (
              <p key={name} class="refused">
                {why} {isOpenerName(name) && <Button kind="quiet" act={() => setForgetting(name)}>{words.forget}</Button>}
              </p>
            ))}
          </section>
        )}
      </div>
      {forgetting !== null && (
        <Ask
          question={words.forgetQuestion(forgetting)}
          yes={words.forgetYes}
          no={words.forgetNo}
          act={() => openings.forget(forgetting)}
          close={() => setForgetting(null)}
        />
      )}
    </main>
  );
}
