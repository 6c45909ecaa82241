import { useEffect, useMemo, useRef } from "preact/hooks";
import { costOf } from "../costs";
import { layOutTree, lineTo } from "../lines";
import type { Colour } from "../colour";
import type { Game } from "../messages";
import { scrollInside } from "../scroll";
import { otherColour } from "../signs";
import { table } from "../table";
import { texts } from "../texts";

const step = 26;
const middle = step / 2;

/** Every line that was tried; a click goes on from there. */
export function Lines({ game }: { game: Game }) {
  const { tree, here } = game;
  const spots = useMemo(() => layOutTree(tree), [tree]);
  const line = useMemo(() => lineTo(tree, here), [tree, here]);
  // A game may begin with stones of both sides, and with either of them to move.
  const first: Colour = game.moves[0]?.[0] ?? game.to_move;
  const columns = Math.max(1, ...spots.map(({ column }) => column + 1));
  const rows = Math.max(1, ...spots.map(({ row }) => row + 1)) + 1;
  // The beginning is a row of its own, above the first move.
  const x = (column: number) => column * step + middle;
  const y = (row: number) => (row + 1) * step + middle;
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (current.current) scrollInside(current.current);
  }, [here]);
  // What the moves on the board cost, by their rows.
  const costs = new Map(game.costs.map(([number, cost]) => [number - 1, costOf(cost)]));
  const costHere = (place: number | null, row: number) => (place !== null && line.has(place) ? costs.get(row) : undefined);
  const node = (place: number | null, row: number, column: number, colour: Colour | null, name: string) => (
    <button
      key={place ?? "start"}
      ref={place === here ? current : undefined}
      type="button"
      class={`node ${colour ?? "start"} ${place === null || line.has(place) ? "on-line" : ""} ${costHere(place, row) ?? ""}`}
      style={{ left: `${x(column) - middle}px`, top: `${y(row) - middle}px` }}
      aria-current={place === here}
      aria-label={name}
      title={name}
      onClick={() => table.go(place)}
    />
  );
  return (
    <div class="lines">
      <h2>{texts.tree}</h2>
      {tree.length === 0 && <p class="faint">{texts.treeEmpty}</p>}
      <div class="lines-scroll">
        <div class="lines-sheet" style={{ width: `${columns * step}px`, height: `${rows * step}px` }}>
          <svg width={columns * step} height={rows * step} aria-hidden="true">
            {spots.map(({ place, row, column }) => {
              const after = tree[place]?.[0] ?? null;
              const from = after === null ? { row: -1, column: 0 } : spots[after];
              if (!from) return null;
              const [x1, y1, x2, y2] = [x(from.column), y(from.row), x(column), y(row)];
              return (
                <path
                  key={place}
                  class={line.has(place) ? "on-line" : ""}
                  d={`M${x1} ${y1}${x1 === x2 ? "" : `H${x2 - step / 2}L${x2} ${y1 + step / 2}`}V${y2}`}
                />
              );
            })}
          </svg>
          {node(null, -1, 0, null, texts.treeStart)}
          {spots.map(({ place, row, column }) => {
            const colour = row % 2 === 0 ? first : otherColour(first);
            return node(place, row, column, colour, texts.treeNode(row + 1, colour, tree[place]?.[1] ?? ""));
          })}
        </div>
      </div>
    </div>
  );
}
