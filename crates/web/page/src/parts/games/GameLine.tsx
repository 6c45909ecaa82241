import { library } from "../../library";
import type { Listed } from "../../libraryMessages";
import type { Colour } from "../../colour";
import { lostOf, outcomeOf, whenOf } from "../../ownGames";
import { addressOf, goTo } from "../../place";
import { table } from "../../table";
import { named, texts } from "../../texts";
import { Button } from "../Button";
import { Stone } from "../Stone";

/** A player's name: the user's own, the partner's, or the record's. */
export function playerOf(game: Listed, colour: Colour): string {
  if (game.you === colour) return texts.you;
  if (game.you !== null) return texts.partner(named(texts.strengthShort, game.strength ?? ""));
  return game[colour] || texts.colours[colour];
}

/** All that is written about a game, for the search. */
export function wordsOf(game: Listed, name: string): string {
  const result = game.result === null ? "" : `${game.result} ${texts.result(game.result)}`;
  return [
    playerOf(game, "black"), playerOf(game, "white"), game.event, game.date, dayOf(game), result, texts.sizeName(game.size),
    texts.library.outcomes[outcomeOf(game, name)],
  ].join(" ");
}

const dayOf = (game: Listed) => new Date(whenOf(game)).toLocaleDateString();

export function GameLine({ game, name }: { game: Listed; name: string }) {
  const outcome = outcomeOf(game, name);
  const lost = lostOf(game, name);
  const title = `${playerOf(game, "black")} – ${playerOf(game, "white")}`;
  return (
    <li class={`game-line ${outcome}`}>
      <a class="game-title" href={addressOf({ view: "game", id: game.id, start: false })}>
        <span class="players-line">
          {(["black", "white"] as const).map((colour) => (
            <span key={colour}>
              <Stone colour={colour} />
              <strong>{playerOf(game, colour)}</strong>
            </span>
          ))}
        </span>
        <span class="faint">
          {[dayOf(game), texts.sizeName(game.size), game.handicap > 0 && texts.library.handicap(game.handicap), game.captures !== null && texts.library.captures(game.captures), texts.review.moves(game.moves), game.event]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </a>
      <span class="game-result">
        {outcome !== "others" && <span class={`badge ${outcome}`}>{texts.library.outcomes[outcome]}</span>}
        <span>{game.result === null ? "" : texts.library.shortResult(game.result)}</span>
      </span>
      <span class="game-review faint">
        {game.review && (lost === null ? texts.library.bothLost(game.review.black_lost, game.review.white_lost) : texts.library.youLost(lost))}
        {game.review && <span>{texts.library.mistakes(game.review.mistakes)}</span>}
      </span>
      <span class="game-actions">
        {game.goes_on && (
          <Button
            kind="quiet"
            act={() => {
              table.open(game.id);
              goTo({ view: "play" });
            }}
          >
            {texts.library.goOn}
          </Button>
        )}
        {game.review === null && game.moves > 0 && game.captures === null && (
          <a class="button quiet" href={addressOf({ view: "game", id: game.id, start: true })}>
            {texts.library.review}
          </a>
        )}
        <a class="button quiet" href={`/games/${game.id}/game.sgf`} download aria-label={texts.library.saveOf(title)}>
          {texts.library.sgf}
        </a>
        <Button kind="quiet" title={texts.library.deleteOf(title)} act={() => library.remove(game)}>
          {texts.library.remove}
        </Button>
      </span>
    </li>
  );
}
