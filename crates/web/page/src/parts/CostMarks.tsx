import { costOf } from "../costs";
import type { Game } from "../messages";
import { vertexOf } from "../points";
import { signOf } from "../signs";
import type { Sign } from "../signs";

/** As many of the latest moves as one still thinks about. */
const latest = 5;

/** A dot on the player's latest stones, in the colour of what they cost, and where the last one had better been. */
export function CostMarks({ game, signs }: { game: Game; signs: Sign[][] }) {
  const better = game.phase === "playing" ? game.lesson?.better?.[0] : undefined;
  const there = better === undefined ? null : vertexOf(better, game.size);
  return (
    <>
      {game.costs.slice(-latest).map(([number, cost]) => {
        const move = game.moves[number - 1];
        const vertex = move && vertexOf(move[1], game.size);
        if (!vertex || signs[vertex[1]]?.[vertex[0]] !== signOf(move[0])) return null;
        return (
          <div key={number} class={`cost-mark ${costOf(cost)}`} style={{ left: `${vertex[0]}em`, top: `${vertex[1]}em` }} />
        );
      })}
      {there && signs[there[1]]?.[there[0]] === 0 && (
        <div class="better-mark" style={{ left: `${there[0]}em`, top: `${there[1]}em` }} />
      )}
    </>
  );
}
