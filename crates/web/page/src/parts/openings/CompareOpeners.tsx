import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useKeys } from "../../keys";
import { compact, useMedia } from "../../media";
import { bestPoints, openerParts, randomPlayer } from "../../openers";
import { openings, useOpenings } from "../../openings";
import { useTable } from "../../table";
import { texts } from "../../texts";
import { Button } from "../Button";
import { Pick } from "../Pick";
import { HeatBoard } from "./HeatBoard";
import { NoPlayers } from "./NoPlayers";
import { Score } from "./Score";

const words = texts.openings;

/** Two players side by side, and games between them. */
export function CompareOpeners({ parts, openHelp }: { parts: ComponentChildren; openHelp: () => void }) {
  const openers = useOpenings((view) => view.openers);
  const connected = useTable((view) => view.link === "open");
  const [first, setFirst] = useState<string | null>(null);
  const [second, setSecond] = useState<string | null>(null);
  useKeys({ "?": openHelp });
  const comparison = openers?.comparison ?? null;
  const known = (openers?.players ?? []).filter(({ games }) => games > 0).map(({ player }) => player);
  // What is being compared is in sight until somebody chooses otherwise.
  const one = [first, comparison?.first, known[0]].find((name) => name && known.includes(name)) ?? null;
  const size = one === null ? 9 : (openerParts(one)?.size ?? 9);
  const others = [...known.filter((name) => name !== one && openerParts(name)?.size === size), randomPlayer];
  const two = [second, comparison?.second, others[0]].find((name) => name && others.includes(name)) ?? randomPlayer;
  useEffect(() => openings.show(one === null ? [] : [one, two]), [one, two]);
  const isRunning = comparison?.running === true;
  const isShown = comparison !== null && comparison.first === one && comparison.second === two;
  return (
    <main class="compare">
      <div class="compare-head">
        {parts}
        <section class="learn" aria-labelledby="openings-title">
          <h2 id="openings-title">{words.parts.compare}</h2>
          {openers !== null && one === null && <NoPlayers />}
          {one !== null && (
            <>
              <div class="compare-choice">
                <Pick label={words.first} value={one} among={known} name={words.playerName} choose={setFirst} />
                <Pick label={words.second} value={two} among={others} name={words.playerName} choose={setSecond} />
                {isRunning && isShown ? (
                  <Button kind="main" off={!connected} act={() => openings.stopComparing()}>
                    {words.stop}
                  </Button>
                ) : (
                  <Button kind="main" off={!connected} act={() => openings.compare(one, two)}>
                    {words.compare}
                  </Button>
                )}
              </div>
              {isShown && <Score comparison={comparison} />}
              <p class="faint fine">{words.compareIntro}</p>
            </>
          )}
        </section>
      </div>
      {one !== null && (
        <div class="compare-boards">
          {[one, two].map((name) => (
            <Beliefs key={name} player={name} size={size} />
          ))}
        </div>
      )}
    </main>
  );
}

/** What one of them expects of first moves. */
function Beliefs({ player, size }: { player: string; size: number }) {
  const belief = useOpenings((view) => view.beliefs[player], [player]);
  const isCompact = useMedia(compact);
  const said = belief ? words.prefers(bestPoints(belief.values, size)) : player === randomPlayer ? words.noBeliefs : "";
  return (
    <figure>
      <figcaption>
        <strong>{words.playerName(player)}</strong> {said}
      </figcaption>
      <HeatBoard size={size} label={`${words.firstMoves(player)}. ${said}`} values={belief?.values} numbered={!isCompact} />
    </figure>
  );
}
