import { clusterColour, fightColour } from "../danger";
import type { Game } from "../messages";
import { showsOn } from "../shown";
import type { Show, Shown } from "../shown";
import { useTable } from "../table";
import { texts } from "../texts";
import { Histogram } from "./Histogram";
import { MiniBoard } from "./MiniBoard";

/** Ways to end that come about less often are left to the histogram. */
const rare = 0.03;

interface Props {
  game: Game;
  shown: Shown;
  show: Show;
}

/** Where the game is decided, and how it may end. */
export function Fights({ game, shown, show }: Props) {
  const danger = useTable((view) => view.danger);
  if (!danger) {
    const wait = game.phase === "playing" && !game.thinking ? texts.dangerSeeking : texts.dangerWait;
    return <p class="faint">{wait}</p>;
  }
  const ways = danger.clusters.filter(({ weight }) => weight >= rare).length;
  const shows = (name: string, what: Partial<Shown>) => showsOn(shown, show, name, what);
  return (
    <div class="fights">
      <p class="standing">{texts.dangerSeen(danger.playouts, danger.of)}</p>
      <p>{texts.dangerView(danger.black_wins, danger.lead)}</p>
      {danger.second_opinion !== null && <p class="faint">{texts.dangerSecond(danger.second_opinion)}</p>}
      {danger.fights.length === 0 && <p>{texts.noFights}</p>}
      <ol>
        {danger.fights.map((fight, i) => (
          <li key={i} style={{ "--fight": fightColour(i) }}>
            <button type="button" class="fight" {...shows(`fight ${i}`, { fight: i })}>
              <strong>{texts.fightTitle(i + 1, fight.place, fight.worth)}</strong>
              <span>{texts.fightSides(fight.black, fight.white)}</span>
              <span>{texts.fightSays(fight)}</span>
              {fight.second_opinion !== null && <span class="faint">{texts.fightSecond(fight.second_opinion)}</span>}
            </button>
            {fight.readings.map(({ first, black_wins, sequence }) => (
              <button key={first} type="button" class="sequence" {...shows(`reading ${i} ${first}`, { variation: sequence, first })}>
                {texts.fightRead(first, black_wins, sequence.slice(0, 6))}
              </button>
            ))}
            {fight.sequence.length > 0 && (
              <button type="button" class="sequence" {...shows(`sequence ${i}`, { variation: fight.sequence })}>
                {texts.fightSequence(fight.sequence.slice(0, 6))}
              </button>
            )}
          </li>
        ))}
      </ol>
      <h2>{texts.scores}</h2>
      <Histogram danger={danger} />
      <ol class="clusters">
        {danger.clusters.map((cluster, i) => cluster.weight >= rare && (
          <li key={i}>
            <button type="button" class="cluster" style={{ "--cluster": clusterColour(i) }} {...shows(`cluster ${i}`, { cluster: i })}>
              <MiniBoard size={game.size} stones={game.stones} critical={cluster.critical} />
              <span>{texts.clusterName(cluster.score, ways > 1 ? cluster.weight : null)}</span>
            </button>
          </li>
        ))}
      </ol>
      <p class="faint fine">{texts.scoresHow}</p>
    </div>
  );
}
