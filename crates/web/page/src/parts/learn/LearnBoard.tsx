import type { Marker, Vertex } from "@sabaki/shudan";
import { useMemo } from "preact/hooks";
import type { Practice } from "../../messages";
import { verticesOf } from "../../overlays";
import { grid, signsFrom } from "../../signs";
import type { Sign } from "../../signs";
import { texts } from "../../texts";
import { stonesInWords } from "../BoardText";
import { Goban } from "../Goban";

interface Props {
  size: number;
  practice: Practice | null;
  cursor: Vertex | null;
  onPoint: (vertex: Vertex) => void;
}

export function LearnBoard({ size, practice, cursor, onPoint }: Props) {
  const signs = useMemo(
    () => (practice ? signsFrom(practice.stones, size) : grid<Sign>(size, () => 0)),
    [practice?.stones, size],
  );
  const marks = useMemo(() => {
    const marks: (Marker | null)[][] = grid(size, () => null);
    for (const [x, y] of verticesOf(practice?.last ? [practice.last] : [], size)) marks[y]![x] = { type: "circle" };
    for (const [x, y] of verticesOf(practice?.marks ?? [], size)) marks[y]![x] = { type: "triangle" };
    return marks;
  }, [practice, size]);
  const owners = practice?.owners;
  const paint = useMemo(() => (owners ? signsFrom(owners, size) : undefined), [owners, size]);
  const dimmed = useMemo(() => verticesOf(practice?.dead ?? [], size), [practice?.dead, size]);
  const selected = useMemo(() => (cursor ? [cursor] : []), [cursor]);
  // Counting is done by clicks on stones.
  const isCounting = practice?.exercise === "count";
  const stone = practice?.stage === "open" && !isCounting ? "black" : null;
  return (
    <div
      id="board"
      class={`board hover-${stone ?? "none"} ${isCounting ? "counting" : ""}`}
      role="application"
      tabIndex={0}
      aria-label={texts.board(size)}
      aria-describedby="board-text"
    >
      <p id="board-text" class="heard">
        {practice ? stonesInWords(practice.stones, size) : texts.emptyBoard} {texts.boardHow}
      </p>
      <Goban
        signMap={signs}
        markerMap={marks}
        paintMap={paint}
        dimmedVertices={dimmed}
        selectedVertices={selected}
        press={{ stone, onPoint, goBack: null, onHover: () => {} }}
      />
    </div>
  );
}
