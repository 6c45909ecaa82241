import { beginnersGame, captureGames, usualChoice } from "../../choice";
import { addressOf, goTo } from "../../place";
import { table, useTable } from "../../table";
import { texts } from "../../texts";
import { Button } from "../Button";

/** From the smallest game to a whole one. */
const games: readonly { size: number; captures?: number }[] = [...captureGames, { size: usualChoice.size }];

/** The lesson is over: a first game. */
export function FirstGame() {
  const connected = useTable((view) => view.link === "open");
  return (
    <div class="step">
      <h2 id="learn-title">{texts.learn.names.play}</h2>
      <p>{texts.learn.tasks.play}</p>
      <div class="buttons">
        {games.map((game, i) => (
          <Button
            key={game.size}
            kind={i === 0 ? "main" : "plain"}
            off={!connected}
            act={() => {
              table.begin(beginnersGame(game), null);
              goTo({ view: "play" });
            }}
          >
            {texts.captureGame.begin(game.captures, game.size)}
          </Button>
        ))}
        <a class="button quiet leave" href={addressOf({ view: "play" })}>
          {texts.learn.leave}
        </a>
      </div>
    </div>
  );
}
