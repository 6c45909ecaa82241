import type { Colour, Game } from "../messages";
import { named, texts } from "../texts";
import { Stone } from "./Stone";

export function Players({ game }: { game: Game }) {
  return (
    <section class="players" aria-label={`${texts.you}, ${texts.name}`}>
      <Player game={game} colour="black" />
      <Player game={game} colour="white" />
      <p class="facts">
        {texts.gameFacts(named(texts.rulesNames, game.rules), game.komi, game.handicap)} · {texts.moveNumber(game.moves.length)}
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
        <strong>{mine ? texts.you : texts.partner(named(texts.strengthShort, game.partner.strength))}</strong>
        <span>
          {texts.colours[colour]}, {texts.taken(game.taken[colour])}
        </span>
      </span>
      <span class="turn-words">{turn && turnWords(mine, game.thinking)}</span>
    </div>
  );
}

function turnWords(mine: boolean, thinking: boolean) {
  if (mine) return texts.yourTurn;
  return thinking ? <span class="busy">{texts.thinking}</span> : texts.itsTurn;
}
