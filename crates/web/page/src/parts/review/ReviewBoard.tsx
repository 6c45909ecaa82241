import type { Marker } from "@sabaki/shudan";
import { useMemo } from "preact/hooks";
import type { ReviewedGame } from "../../libraryMessages";
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
  which: "better" | "played" | "best";
  first: Colour;
  moves: string[];
  /** The move that was played in its place. */
  instead?: string;
}

interface Props {
  game: ReviewedGame;
  board: Sign[][];
  at: number;
  line: Line | null;
  /** Points of a fight. */
  fight: string[];
  /** Ends the line. */
  goBack: () => void;
}

const noStone = { stone: null, onPoint: () => {}, onHover: () => {} };

export function ReviewBoard({ game, board, at, line, fight, goBack }: Props) {
  const size = game.width;
  const laidOut = useMemo(() => (line ? layOut(board, line.moves, line.first) : null), [board, line]);
  const marks = useMemo(() => {
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
      class={`board replay ${line ? `line-${line.which}` : ""} ${paint ? "with-fight" : ""} ${line ? "what-if" : ""}`}
      role="img"
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
        press={{ ...noStone, goBack: line && goBack }}
      />
      {line && <WhatIf words={texts.whatIf} goBack={goBack} />}
    </div>
  );
}

function wordsOf(signs: Sign[][], size: number): string {
  const at = (sign: Sign) =>
    signs.flatMap((row, y) => row.flatMap((there, x) => (there === sign ? [nameOf([x, y], size)] : [])));
  return `${texts.stonesOf("black", at(1))} ${texts.stonesOf("white", at(-1))}`;
}
