// The cursor that arrow keys move over the board.

import type { Vertex } from "@sabaki/shudan";
import { useState } from "preact/hooks";
import type { Game } from "./messages";
import { nameOf } from "./points";
import { texts } from "./texts";

export interface Cursor {
  at: Vertex | null;
  move: (dx: number, dy: number) => void;
  hide: () => void;
}

export function useCursor(size: number): Cursor {
  const [at, setAt] = useState<Vertex | null>(null);
  const within = (value: number) => Math.max(0, Math.min(size - 1, value));
  return {
    // The board may have become smaller since.
    at: at && at[0] < size && at[1] < size ? at : null,
    move: (dx, dy) => {
      const middle = Math.floor(size / 2);
      setAt(at ? [within(at[0] + dx), within(at[1] + dy)] : [middle, middle]);
      focusBoard();
    },
    hide: () => setAt(null),
  };
}

export function focusBoard(): void {
  document.getElementById("board")?.focus({ preventScroll: true });
}

/** What is under the cursor, in words. */
export function cursorWords(at: Vertex | null, size: number, game: Pick<Game, "stones" | "dead"> | null): string {
  if (!at) return "";
  const name = nameOf(at, size);
  const stone = game?.stones[at[1] * size + at[0]] ?? ".";
  if (stone === ".") return texts.pointEmpty(name);
  return texts.pointStone(name, stone === "X" ? "black" : "white", game?.dead.includes(name) ?? false);
}
