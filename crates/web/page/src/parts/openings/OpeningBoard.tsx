import type { Marker, Vertex } from "@sabaki/shudan";
import { useMemo } from "preact/hooks";
import { compact, useMedia } from "../../media";
import type { Opening } from "../../openingMessages";
import { vertexOf } from "../../points";
import { grid, signsFrom } from "../../signs";
import type { Sign } from "../../signs";
import { texts } from "../../texts";
import { stonesInWords } from "../BoardText";
import { Goban } from "../Goban";
import { HeatMarks } from "./HeatMarks";

interface Props {
  size: number;
  opening: Opening | null;
  /** Whether it is shown what the player thinks. */
  thoughts: boolean;
  cursor: Vertex | null;
  onPoint: (vertex: Vertex) => void;
}

/** The board of an opening against a player. */
export function OpeningBoard({ size, opening, thoughts, cursor, onPoint }: Props) {
  const isCompact = useMedia(compact);
  const signs = useMemo(
    () => (opening ? signsFrom(opening.stones, size) : grid<Sign>(size, () => 0)),
    [opening?.stones, size],
  );
  const last = opening?.moves.at(-1);
  const marks = useMemo(() => {
    const marks: (Marker | null)[][] = grid(size, () => null);
    const vertex = last === undefined ? null : vertexOf(last, size);
    if (vertex) marks[vertex[1]]![vertex[0]] = { type: "circle" };
    return marks;
  }, [last, size]);
  const selected = useMemo(() => (cursor ? [cursor] : []), [cursor]);
  const stone = opening?.played_out === null ? opening.you : null;
  return (
    <div
      id="board"
      class={`board hover-${stone ?? "none"}`}
      role="application"
      tabIndex={0}
      aria-label={texts.board(size)}
      aria-describedby="board-text"
    >
      <p id="board-text" class="heard">
        {opening ? stonesInWords(opening.stones, size) : texts.emptyBoard} {texts.boardHow}
      </p>
      <Goban signMap={signs} markerMap={marks} selectedVertices={selected} press={{ stone, onPoint, goBack: null, onHover: () => {} }}>
        {thoughts && opening && opening.values.length > 0 && <HeatMarks size={size} values={opening.values} numbered={!isCompact || size <= 9} />}
      </Goban>
    </div>
  );
}
