// A finger or a button on the board: pressing shows where the stone would go, it may be moved from there, and letting go
// places it. Off the board, nothing is placed. A finger that moves at once is a swipe, which places nothing; one that
// rests first carries the stone.

import type { Vertex } from "@sabaki/shudan";
import { useEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { Colour } from "./colour";

export interface Press {
  /** The stone that letting go would place; none when it only marks. */
  stone: Colour | null;
  onPoint: (vertex: Vertex, finger: boolean) => void;
  /** Set where the board shows what is not in the game: pressing then goes back to the game and does nothing else. */
  goBack: (() => void) | null;
  /** The point that a mouse is over without pressing, null when it has left. */
  onHover: (vertex: Vertex | null) => void;
}

/** Milliseconds that a finger rests before it carries a stone, and how far a tap may slip, in pixels. */
const rest = 250;
const slip = 12;

type Place = Pick<MouseEvent, "clientX" | "clientY">;

/** The point under a place on the screen; null beside the board. */
export function vertexAt({ clientX, clientY }: Place, board: DOMRect, size: number): Vertex | null {
  const x = Math.floor(((clientX - board.left) / board.width) * size);
  const y = Math.floor(((clientY - board.top) / board.height) * size);
  return x >= 0 && y >= 0 && x < size && y < size ? [x, y] : null;
}

const isFinger = (event: PointerEvent) => event.pointerType !== "mouse";
const same = (a: Vertex | null, b: Vertex | null) => a?.[0] === b?.[0] && a?.[1] === b?.[1];

export function usePress(press: Press, size: number, board: RefObject<HTMLElement>) {
  const newest = useRef(press);
  newest.current = press;
  /** The pointer that presses, if one does, and what it does when it lets go. */
  const pointer = useRef<{ id: number; from: Place; carries: boolean; goBack: Press["goBack"] } | null>(null);
  const timer = useRef(0);
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
    clearTimeout(timer.current);
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
      // Asked now: by the time it is let go, the focus has moved and what was shown may be gone.
      const { goBack } = newest.current;
      if (!vertex && !goBack) return;
      const carry = () => {
        if (pointer.current) pointer.current.carries = true;
        if (!goBack) setPressed(vertex);
      };
      pointer.current = { id: event.pointerId, from: event, carries: false, goBack };
      // What is pressed here is let go here, wherever the finger is by then.
      event.currentTarget.setPointerCapture(event.pointerId);
      if (isFinger(event)) timer.current = window.setTimeout(carry, rest);
      else carry();
    },
    onPointerMove: (event: PointerEvent) => {
      const press = pointer.current;
      if (press?.id !== event.pointerId) {
        if (event.pointerType === "mouse") hover(at(event));
      } else if (!press.carries) {
        if (Math.hypot(event.clientX - press.from.clientX, event.clientY - press.from.clientY) > slip) stop();
      } else if (!press.goBack) {
        const vertex = at(event);
        if (!same(vertex, pressed)) setPressed(vertex);
      }
    },
    onPointerUp: (event: PointerEvent) => {
      const press = pointer.current;
      if (press?.id !== event.pointerId) return;
      const vertex = at(press.carries ? event : press.from);
      stop();
      if (press.goBack) press.goBack();
      else if (vertex) newest.current.onPoint(vertex, isFinger(event));
    },
    onPointerCancel: stop,
    onPointerLeave: () => hover(null),
  };
  return [pressed, events] as const;
}
