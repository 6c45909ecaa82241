import { memo } from "preact/compat";
import type { Game } from "../messages";
import { nameOf } from "../points";
import { texts } from "../texts";

/** The board in words, for those who hear the page. */
export const BoardText = memo(function BoardText({ id, game }: { id: string; game: Game | null }) {
  return (
    <p id={id} class="heard">
      {game ? `${lastMove(game)}. ${stonesInWords(game.stones, game.size)}` : texts.emptyBoard} {texts.boardHow}
    </p>
  );
});

function lastMove(game: Game): string {
  const last = game.moves.at(-1);
  return last ? texts.moved(...last) : texts.noMoves;
}

/** Where the stones are, row by row from the top left. */
export function stonesInWords(stones: string, size: number): string {
  const at = (point: string) =>
    [...stones].flatMap((there, i) => (there === point ? [nameOf([i % size, Math.floor(i / size)], size)] : []));
  return `${texts.stonesOf("black", at("X"))} ${texts.stonesOf("white", at("O"))}`;
}
