import type { Vertex } from "@sabaki/shudan";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Colour } from "../../colour";
import { cursorWords, useCursor } from "../../cursor";
import { isTruth, useKept } from "../../kept";
import { useKeys } from "../../keys";
import { bestPoints, isOpenerName } from "../../openers";
import type { Opening } from "../../openingMessages";
import { openings, useOpenings } from "../../openings";
import { nameOf } from "../../points";
import { useTable } from "../../table";
import { texts } from "../../texts";
import { Button } from "../Button";
import { Pick } from "../Pick";
import { Pills } from "../Pills";
import { NoPlayers } from "./NoPlayers";
import { OpeningBoard } from "./OpeningBoard";
import { PlayOnFromOpening } from "./PlayOnFromOpening";

const words = texts.openings;

/** How an opening stands; at its end, what the player expects and what becomes of it. */
function said({ played_out, of, values, size, expects, komi }: Opening, own: number, thoughts: boolean): string {
  if (played_out === null) return [words.turn(own + 1, of), thoughts ? words.wouldPlay(bestPoints(values, size)) : ""].join(" ");
  return [words.over, words.expects(expects), words.playedOut(played_out), words.withKomi(played_out, komi)].join(" ");
}

/** An opening against a player that has learnt. */
export function PlayOpener({ parts, openHelp }: { parts: ComponentChildren; openHelp: () => void }) {
  const players = useOpenings((view) => view.openers?.players ?? null);
  const opening = useOpenings((view) => view.opening);
  const connected = useTable((view) => view.link === "open");
  const [wanted, choose] = useKept("opener", "ADE-9x9", isOpenerName);
  const [colour, setColour] = useState<Colour>(() => openings.now().opening?.you ?? "black");
  const [thoughts, setThoughts] = useKept("opener-thoughts", true, isTruth);
  const [goingOn, setGoingOn] = useState(false);
  const known = players?.filter(({ games }) => games > 0) ?? [];
  const listed = known.find(({ player }) => player === wanted) ?? known[0];
  const player = listed?.player;
  useEffect(() => {
    if (player !== undefined) openings.resume(player, colour);
  }, [player, colour]);

  const shown = opening?.player === player ? opening : null;
  const size = shown?.size ?? listed?.size ?? 9;
  const cursor = useCursor(size);
  const onPoint = (vertex: Vertex) => openings.play(nameOf(vertex, size));
  const own = shown ? shown.moves.filter((_, i) => i % 2 === (colour === "black" ? 0 : 1)).length : 0;
  const undo = own > 0 ? () => openings.undo() : undefined;
  useKeys({
    ArrowLeft: () => cursor.move(-1, 0),
    ArrowRight: () => cursor.move(1, 0),
    ArrowUp: () => cursor.move(0, -1),
    ArrowDown: () => cursor.move(0, 1),
    Enter: cursor.at ? () => cursor.at && onPoint(cursor.at) : undefined,
    Escape: () => cursor.hide(),
    u: undo,
    "?": openHelp,
  });
  const last = shown?.moves.at(-1);
  const mover: Colour = (shown?.moves.length ?? 0) % 2 === 1 ? "black" : "white";
  return (
    <main class="table fresh learning openings">
      <div class="board-side">
        <OpeningBoard
          size={size}
          opening={shown}
          thoughts={thoughts}
          cursor={cursor.at}
          onPoint={(vertex) => {
            cursor.hide();
            onPoint(vertex);
          }}
        />
      </div>
      <div class="play-side">
        {parts}
        <section class="learn" aria-labelledby="openings-title">
          <h2 id="openings-title">{player === undefined ? words.parts.play : words.playerName(player)}</h2>
          {players !== null && player === undefined && <NoPlayers />}
          {player !== undefined && (
            <>
              <p class="opening-said" role="status">
                {shown && said(shown, own, thoughts)}
              </p>
              <div class="buttons">
                {shown && shown.played_out !== null && (
                  <Button kind="main" off={!connected} act={() => setGoingOn(true)}>
                    {words.playOn}
                  </Button>
                )}
                <Button off={!undo} shortcut="u" act={() => undo?.()}>
                  {words.takeBack}
                </Button>
                <Button off={!connected} act={() => openings.begin(player, colour)}>
                  {words.newOpening}
                </Button>
                <Button on={thoughts} act={() => setThoughts(!thoughts)} title={words.thoughtsHow}>
                  {words.thoughts}
                </Button>
              </div>
              <Pick
                label={words.player}
                value={player}
                among={known.map((one) => one.player)}
                name={(one) => words.listed(one, known.find((listed) => listed.player === one)?.games ?? 0)}
                choose={choose}
              />
              <Pills label={texts.colour} value={colour} among={["black", "white"] as const} name={(colour) => texts.colours[colour]} choose={setColour} />
              <p class="faint fine">
                {words.playIntro(shown?.of ?? 10)} {thoughts && words.thoughtsHow}
              </p>
            </>
          )}
        </section>
      </div>
      <p class="heard" aria-live="polite">
        {[last && words.moved(mover, last), cursorWords(cursor.at, size, shown && { stones: shown.stones, dead: [] })].filter(Boolean).join(". ")}
      </p>
      {goingOn && <PlayOnFromOpening close={() => setGoingOn(false)} />}
    </main>
  );
}
