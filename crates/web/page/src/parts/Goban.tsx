import { Goban as Shudan } from "@sabaki/shudan";
import type { GobanProps, Vertex } from "@sabaki/shudan";
import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Press } from "../press";
import { usePress } from "../press";
import { Ghost } from "./Ghost";

interface Props {
  signMap: NonNullable<GobanProps["signMap"]>;
  markerMap?: GobanProps["markerMap"];
  paintMap?: GobanProps["paintMap"];
  dimmedVertices?: Vertex[];
  selectedVertices?: Vertex[];
  /** What a finger or a mouse does; nothing on a board that is only looked at. */
  press?: Press;
  /** A stone that waits to be confirmed. */
  tentative?: Vertex | null;
  /** What lies over the stones: one em is the size of a point, and the top left point begins at 0, 0. */
  children?: ComponentChildren;
}

/** Coordinates on both sides and the border, in sizes of a point. */
const around = 2.3;

const nothing: Press = { stone: null, onPoint: () => {}, goBack: null, onHover: () => {} };

/** Shudan's board, as large as the square that it is given, and what lies over it. */
export function Goban({ press = nothing, tentative = null, children, ...stones }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const over = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const size = stones.signMap.length;
  const [pressed, events] = usePress(press, size, over);
  const ghost = pressed ?? tentative;
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // Whole pixels keep the lines sharp.
  const vertexSize = Math.max(8, Math.floor(width / (size + around)));
  return (
    // Shudan's markup means nothing when read aloud; BoardText tells what is on the board.
    <div class={`goban-frame ${size <= 13 ? "few-stars" : ""}`} ref={frame} aria-hidden="true" {...events}>
      {width > 0 && <Stones {...stones} vertexSize={vertexSize} />}
      {width > 0 && (
        <div ref={over} class="over" style={{ fontSize: `${vertexSize}px`, width: `${size}em`, height: `${size}em` }}>
          {children}
          {ghost && <Ghost at={ghost} colour={press.stone} size={size} />}
        </div>
      )}
    </div>
  );
}

/** Drawn again only when something on the board itself has changed: it is by far the most work. */
const Stones = memo(function Stones(props: Omit<Props, "press" | "tentative" | "children"> & { vertexSize: number }) {
  return <Shudan {...props} showCoordinates />;
});
