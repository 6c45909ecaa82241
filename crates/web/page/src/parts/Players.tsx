import { isCharacter } from "../character";
import type { Colour } from "../colour";
import { characters } from "../generated";
import { isObjective } from "../messages";
import type { Game } from "../messages";
import { useTable } from "../table";
import { named, texts } from "../texts";
import { Clock, useNow } from "./Clock";
import { Stone } from "./Stone";

export function Players({ game }: { game: Game }) {
  const { aim, character } = game.partner;
  // What the partner is like, where it was chosen.
  const chosen = [
    ...(isObjective(aim) ? [] : [named(texts.aimNames, aim)]),
    ...(isCharacter(character) ? [characters[character].name] : []),
  ];
  return (
    <section class="players" aria-label={`${texts.you}, ${texts.name}`}>
      <Player game={game} colour="black" />
      <Player game={game} colour="white" />
      <p class="facts">
        <span class="rules">
          {chosen.map((words) => `${words} · `)}
          {game.captures === null
            ? texts.gameFacts(named(texts.rulesNames, game.rules), game.komi, game.handicap)
            : texts.captureGame.goal(game.captures)}
          {" · "}
        </span>
        {texts.moveNumber(game.moves.length)}
      </p>
    </section>
  );
}

function Player({ game, colour }: { game: Game; colour: Colour }) {
  const mine = game.you === colour;
  const turn = game.phase === "playing" && game.to_move === colour;
  return (
    <div class={`player ${turn ? "turn" : ""}`}>
      <Stone colour={colour} />
      <span class="who">
        <strong>{mine ? texts.you : texts.partner(game.partner.adapts ? null : named(texts.strengthShort, game.partner.strength))}</strong>
        <span>
          <span class="heard">{texts.colours[colour]}, </span>
          <span class={game.taken[colour] === 0 && turn ? "nothing" : ""}>
            {texts.taken(game.taken[colour])}
            {turn && " · "}
          </span>
          {turn && mine && <strong>{texts.yourTurn}</strong>}
          {turn && !mine && <TimeToThink game={game} />}
        </span>
      </span>
      {game.clocks && <Clock clocks={game.clocks} colour={colour} />}
    </div>
  );
}

/** How long the partner has been thinking, and how much of its time for a move that is. */
function TimeToThink({ game }: { game: Game }) {
  const toldAt = useTable((view) => view.toldAt);
  const now = useNow(game.thinking);
  if (!game.thinking) return <>{texts.itsTurn}</>;
  const seconds = Math.max(0, now - toldAt) / 1000;
  return (
    <span class="time-to-think">
      {texts.thinkingFor(seconds)}
      {!game.partner.waits && <progress value={Math.min(1, seconds / game.partner.seconds)} aria-hidden="true" />}
    </span>
  );
}
