import type { Vertex } from "@sabaki/shudan";
import { useCallback, useMemo, useRef } from "preact/hooks";
import { heatOf, marksOf, marksOfVariation, paintFromNumbers, verticesOf } from "../overlays";
import { grid, layOut, signsFrom } from "../signs";
import type { Sign } from "../signs";
import { mayPlay, useTable } from "../table";
import { texts } from "../texts";
import { BoardText } from "./BoardText";
import { Goban } from "./Goban";

interface Props {
  /** Of the empty board, while there is no game. */
  size: number;
  /** Whether a click on the empty board starts a game. */
  startable: boolean;
  cursor: Vertex | null;
  numbered: boolean;
  territory: boolean;
  variation: string[] | null;
  onPoint: (vertex: Vertex) => void;
}

export function Board({ size: emptySize, startable, cursor, numbered, territory, variation, onPoint }: Props) {
  const game = useTable((view) => view.game);
  const hint = useTable((view) => view.hint);
  const playable = useTable(mayPlay);
  const thinking = useTable((view) => view.thinking);
  const size = game?.size ?? emptySize;
  const stones = game?.stones;

  const signs = useMemo(
    () => (stones === undefined ? grid<Sign>(size, () => 0) : signsFrom(stones, size)),
    [stones, size],
  );
  const laidOut = useMemo(
    () => (game && variation ? layOut(signs, variation, game.to_move) : null),
    [signs, variation, game?.to_move],
  );
  const marks = useMemo(() => {
    if (laidOut) return marksOfVariation(laidOut);
    return game ? marksOf(game, signs, numbered, hint) : undefined;
  }, [laidOut, signs, game?.moves, numbered, hint]);
  const heat = useMemo(
    () => (game && thinking && !laidOut ? heatOf(thinking.candidates, game.to_move, size) : undefined),
    [thinking, laidOut, game?.to_move, size],
  );
  const owners = game?.owners;
  const paint = useMemo(() => {
    if (owners) return signsFrom(owners, size);
    const seen = territory && thinking?.owners;
    return seen && seen.length === size * size ? paintFromNumbers(seen, size) : undefined;
  }, [owners, territory, thinking, size]);
  const dimmed = useMemo(() => verticesOf(game?.dead ?? [], size), [game?.dead, size]);
  const selected = useMemo(() => (cursor ? [cursor] : []), [cursor]);

  // The newest handler behind one that stays the same, so that the board is not drawn again for its sake.
  const newest = useRef(onPoint);
  newest.current = onPoint;
  const clicked = useCallback((_: MouseEvent, vertex: Vertex) => newest.current(vertex), []);

  const hover = game ? (playable && !variation ? game.you : "none") : startable ? "black" : "none";
  return (
    <div
      id="board"
      class={`board hover-${hover} ${game?.phase === "counting" ? "counting" : ""}`}
      role="application"
      tabIndex={0}
      aria-label={texts.board(size)}
      aria-describedby="board-text"
    >
      <BoardText id="board-text" game={game} />
      <Goban
        signMap={laidOut?.signs ?? signs}
        markerMap={marks}
        heatMap={heat}
        paintMap={paint}
        dimmedVertices={dimmed}
        selectedVertices={selected}
        onVertexClick={clicked}
      />
    </div>
  );
}
