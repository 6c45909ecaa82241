import type { Marker, Vertex } from "@sabaki/shudan";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Mark, ReviewedGame } from "../../libraryMessages";
import type { Colour } from "../../colour";
import { marksOfVariation } from "../../overlays";
import { nameOf, vertexOf } from "../../points";
import { grid, layOut } from "../../signs";
import type { Sign } from "../../signs";
import { texts } from "../../texts";
import { Goban } from "../Goban";
import { WhatIf } from "../WhatIf";

/** Moves that are laid on the board. */
export interface Line {
  which: "better" | "played" | "best" | "tried" | "record";
  first: Colour;
  moves: string[];
  /** The move that was played in its place. */
  instead?: string;
  /** The number of a line of the record. */
  record?: number;
}

/** A line that goes on with the next click, as no other does. */
export const isTrying = (line: Line | null) => line === null || line.which === "tried" || line.which === "record";

interface Props {
  game: ReviewedGame;
  board: Sign[][];
  at: number;
  line: Line | null;
  /** Points of a fight. */
  fight: string[];
  /** Ends the line. */
  goBack: () => void;
  /** Who is to move on the board, and what a click does. */
  turn: Colour;
  onPoint: (vertex: Vertex) => void;
  /** The record's own marks on this position. */
  recordMarks: Mark[];
  /** What lies over the stones. */
  children?: ComponentChildren;
}

const noStone = { stone: null, onPoint: () => {}, onHover: () => {} };

export function ReviewBoard({ game, board, at, line, fight, goBack, turn, onPoint, recordMarks, children }: Props) {
  const size = game.width;
  const laidOut = useMemo(() => (line ? layOut(board, line.moves, line.first) : null), [board, line]);
  const ownMarks = useMemo(() => {
    if (laidOut) {
      const marks = marksOfVariation(laidOut);
      const instead = vertexOf(line?.instead ?? "", size);
      if (instead && !marks[instead[1]]![instead[0]]) marks[instead[1]]![instead[0]] = { type: "cross" };
      return marks;
    }
    const marks: (Marker | null)[][] = grid(size, () => null);
    const last = game.moves[at - 1];
    const vertex = last && vertexOf(last[1], size);
    if (vertex) marks[vertex[1]]![vertex[0]] = { type: "circle" };
    return marks;
  }, [laidOut, game, at]);
  const marks = useMemo(() => withRecordMarks(ownMarks, recordMarks, size), [ownMarks, recordMarks]);
  const trying = isTrying(line);
  const first = line && vertexOf(line.moves[0] ?? "", size);
  const selected = useMemo(() => (first ? [first] : []), [first?.join()]);
  const paint = useMemo(() => {
    if (fight.length === 0) return undefined;
    const inside = new Set(fight);
    // Shudan's paint has two colours; the style sheet gives fights one of their own.
    return grid<Sign>(size, (x, y) => (inside.has(nameOf([x, y], size)) ? 1 : 0));
  }, [fight.join()]);
  return (
    <div
      id="board"
      class={`board replay ${line ? `line-${line.which}` : ""} ${paint ? "with-fight" : ""} ${line ? "what-if" : ""} hover-${trying ? turn : "none"}`}
      role="group"
      aria-label={texts.board(size)}
      aria-describedby="board-text"
    >
      <p id="board-text" class="heard">
        {wordsOf(laidOut?.signs ?? board, size)}
      </p>
      <Goban
        signMap={laidOut?.signs ?? board}
        markerMap={marks}
        paintMap={paint}
        selectedVertices={selected}
        press={trying ? { stone: turn, onPoint, goBack: null, onHover: () => {} } : { ...noStone, goBack }}
      >
        {children}
      </Goban>
      {line && <WhatIf words={trying ? texts.review.whatIfTried : texts.whatIf} goBack={goBack} />}
    </div>
  );
}

/** Marks of the record go over those of the page. */
function withRecordMarks(marks: (Marker | null)[][], own: Mark[], size: number): (Marker | null)[][] {
  if (own.length === 0) return marks;
  const all = marks.map((row) => [...row]);
  for (const mark of own) {
    const vertex = vertexOf(mark.at, size);
    if (!vertex) continue;
    all[vertex[1]]![vertex[0]] =
      mark.sign === "label"
        ? { type: "label", label: mark.text.slice(0, longestLabel) }
        : { type: mark.sign === "selected" ? "square" : mark.sign };
  }
  return all;
}

/** Characters that fit on a point. */
const longestLabel = 4;

function wordsOf(signs: Sign[][], size: number): string {
  const at = (sign: Sign) =>
    signs.flatMap((row, y) => row.flatMap((there, x) => (there === sign ? [nameOf([x, y], size)] : [])));
  return `${texts.stonesOf("black", at(1))} ${texts.stonesOf("white", at(-1))}`;
}
