// A finger or a button on the board: pressing shows where the stone would go, it may be moved from there, and letting go
// places it. Off the board, nothing is placed.

import type { Vertex } from "@sabaki/shudan";
import { useEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { Colour } from "./colour";

export interface Press {
  /** The stone that letting go would place; none when it only marks. */
  stone: Colour | null;
  onPoint: (vertex: Vertex) => void;
  /** The point that a mouse is over without pressing, null when it has left. */
  onHover: (vertex: Vertex | null) => void;
}

type Place = Pick<MouseEvent, "clientX" | "clientY">;

/** The point under a place on the screen; null beside the board. */
export function vertexAt({ clientX, clientY }: Place, board: DOMRect, size: number): Vertex | null {
  const x = Math.floor(((clientX - board.left) / board.width) * size);
  const y = Math.floor(((clientY - board.top) / board.height) * size);
  return x >= 0 && y >= 0 && x < size && y < size ? [x, y] : null;
}

const same = (a: Vertex | null, b: Vertex | null) => a?.[0] === b?.[0] && a?.[1] === b?.[1];

export function usePress(press: Press, size: number, board: RefObject<HTMLElement>) {
  const newest = useRef(press);
  newest.current = press;
  /** The pointer that presses, if one does. */
  const pointer = useRef<number | null>(null);
  const [pressed, setPressed] = useState<Vertex | null>(null);
  const hovered = useRef<Vertex | null>(null);
  const at = (event: Place) => {
    const place = board.current?.getBoundingClientRect();
    return place ? vertexAt(event, place, size) : null;
  };
  const hover = (vertex: Vertex | null) => {
    if (same(vertex, hovered.current)) return;
    hovered.current = vertex;
    newest.current.onHover(vertex);
  };
  const stop = () => {
    pointer.current = null;
    setPressed(null);
  };
  useEffect(() => {
    // A second finger or the Escape key call it off.
    const escape = (event: KeyboardEvent) => event.key === "Escape" && stop();
    addEventListener("keydown", escape);
    return () => removeEventListener("keydown", escape);
  }, []);
  const events = {
    onPointerDown: (event: PointerEvent & { currentTarget: HTMLElement }) => {
      if (pointer.current !== null) return stop();
      if (event.button !== 0) return;
      const vertex = at(event);
      if (!vertex) return;
      pointer.current = event.pointerId;
      // What is pressed here is let go here, wherever the finger is by then.
      event.currentTarget.setPointerCapture(event.pointerId);
      setPressed(vertex);
    },
    onPointerMove: (event: PointerEvent) => {
      if (pointer.current === event.pointerId) {
        const vertex = at(event);
        if (!same(vertex, pressed)) setPressed(vertex);
      } else if (event.pointerType === "mouse") {
        hover(at(event));
      }
    },
    onPointerUp: (event: PointerEvent) => {
      if (pointer.current !== event.pointerId) return;
      const vertex = at(event);
      stop();
      if (vertex) newest.current.onPoint(vertex);
    },
    onPointerCancel: stop,
    onPointerLeave: () => hover(null),
  };
  return [pressed, events] as const;
}
