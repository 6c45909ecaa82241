import { useEffect, useMemo, useState } from "preact/hooks";
import { isText, isTruth, useKept } from "../../kept";
import { library, useLibrary } from "../../library";
import { filtered, noFilter } from "../../ownGames";
import { texts } from "../../texts";
import { useTheme } from "../../theme";
import { Button } from "../Button";
import { Head } from "../Head";
import { Help } from "../Help";
import { Notice } from "../Notice";
import { Filters } from "./Filters";
import { GameLine, wordsOf } from "./GameLine";
import { Progress } from "./Progress";
import { Undo } from "./Undo";

/** Lines that are drawn at once: nobody reads more, and thousands would take long. */
const atOnce = 100;

/** All games of the user. */
export function GamesPage() {
  const games = useLibrary((shelf) => shelf.games);
  const [theme, turnTheme] = useTheme();
  const [sounds, setSounds] = useKept("sounds", false, isTruth);
  const [name, setName] = useKept("name", "", isText);
  const [filter, setFilter] = useState(noFilter);
  const [room, setRoom] = useState(atOnce);
  const [help, setHelp] = useState(false);
  useEffect(() => library.list(), []);
  const shown = useMemo(
    () => filtered(games ?? [], filter, name, (game) => wordsOf(game, name), Date.now()),
    [games, filter, name],
  );
  return (
    <>
      <Head {...{ theme, turnTheme, sounds, setSounds }} openHelp={() => setHelp(true)} />
      <Notice />
      <Undo />
      <main class="games-page">
        <section class="games" aria-labelledby="games-title">
          <div class="games-head">
            <h2 id="games-title">{texts.library.myGames}</h2>
            {games !== null && <span class="faint">{texts.library.count(shown.length, games.length)}</span>}
            <a class="button quiet" href="/games/all.sgf" download>
              {texts.library.exportAll}
            </a>
          </div>
          <Filters games={games ?? []} filter={filter} setFilter={setFilter} />
          {games === null && <p class="faint">{texts.library.loading}</p>}
          {games?.length === 0 && <p>{texts.library.none}</p>}
          {games !== null && games.length > 0 && shown.length === 0 && (
            <p>
              {texts.library.noneFit} <Button act={() => setFilter(noFilter)}>{texts.library.noFilter}</Button>
            </p>
          )}
          <ul class="game-list">
            {shown.slice(0, room).map((game) => (
              <GameLine key={game.id} game={game} name={name} />
            ))}
          </ul>
          {shown.length > room && <Button act={() => setRoom(room + atOnce)}>{texts.library.more}</Button>}
        </section>
        <Progress games={games ?? []} name={name} setName={setName} theme={theme} />
      </main>
      {help && <Help close={() => setHelp(false)} />}
    </>
  );
}
