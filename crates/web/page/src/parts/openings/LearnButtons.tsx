import { openings } from "../../openings";
import type { Opener, Openers } from "../../openingMessages";
import { useTable } from "../../table";
import { texts } from "../../texts";
import { Button } from "../Button";

const words = texts.openings;

/** Games from which a player learns when it starts, and again when it is done. */
const usualGames = 2000;

interface Props {
  player: string;
  openers: Openers | null;
  belief: Opener | undefined;
  forget: () => void;
}

/** How far a player is, and what starts and stops it. */
export function LearnButtons({ player, openers, belief, forget }: Props) {
  const connected = useTable((view) => view.link === "open");
  const listed = openers?.players.find((one) => one.player === player);
  const games = belief?.games ?? listed?.games ?? 0;
  const of = belief?.of ?? listed?.of ?? usualGames;
  const learns = openers?.learning === player;
  const waits = learns && openers.comparison?.running === true;
  const isDone = listed !== undefined && games >= of;
  const state = waits ? "waiting" : learns ? "learning" : isDone ? "done" : listed ? "paused" : "new";
  const other = learns ? null : (openers?.learning ?? null);
  const start = isDone ? words.more(usualGames) : listed ? words.goOn : words.start;
  return (
    <>
      <p class="learning-state" role="status">
        {openers === null ? texts.connecting : words.state[state]}
      </p>
      <div class="progress-line">
        <progress max={of} value={games} aria-label={words.games(games, of)} />
        <span>{words.games(games, of)}</span>
      </div>
      <div class="buttons">
        {learns ? (
          <Button kind="main" off={!connected} act={() => openings.pause()}>
            {words.pause}
          </Button>
        ) : (
          <Button kind="main" off={!connected || openers === null} act={() => openings.learn(player)}>
            {start}
          </Button>
        )}
        {listed && (
          <Button off={!connected} act={forget}>
            {words.forget}
          </Button>
        )}
      </div>
      {other !== null && <p class="faint fine">{words.otherLearns(other)}</p>}
    </>
  );
}
