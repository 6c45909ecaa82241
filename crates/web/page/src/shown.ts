// What is shown on the board besides the game: a variation, a fight, or what decides a way to end. It belongs to one
// position, and goes when the game goes on.

import { useState } from "preact/hooks";
import type { Colour } from "./colour";
import type { Game } from "./messages";
import type { Sign } from "./signs";

export interface Shown {
  variation: string[] | null;
  /** Who plays the variation's first move, where that is not who is to move. */
  first: Colour | null;
  /** The stones that it starts from, where they are not those on the board. */
  before: Sign[][] | null;
  /** Names a variation that was clicked: it stays until the next click. */
  pinned: string | null;
  /** The mouse is over the variation's first move on the board: a click plays it. */
  pointed: boolean;
  /** What the board is called meanwhile, where it is no question. */
  title: string | null;
  fight: number | null;
  cluster: number | null;
}

export type Show = (shown: Partial<Shown> | null) => void;

const nothing: Shown = {
  variation: null, first: null, before: null, pinned: null, pointed: false, title: null, fight: null, cluster: null,
};

export const positionOf = (game: Game | null) => `${game?.id} ${game?.here} ${game?.moves.length}`;

/** A state that belongs to one position: in any other it is as it was at first. */
export function useHere<T>(position: string, fresh: T): [T, (value: T) => void] {
  const [kept, keep] = useState({ position, value: fresh });
  return [kept.position === position ? kept.value : fresh, (value) => keep({ position, value })];
}

export function useShown(position: string): [Shown, Show] {
  const [shown, setShown] = useHere(position, nothing);
  return [shown, (change) => setShown(change ? { ...nothing, ...change } : nothing)];
}

/** Pointing at something shows it on the board, and so does coming to it with the keyboard. A click on a variation
 * keeps it there, and a second click ends it. */
export function showsOn(shown: Shown, show: Show, name: string, what: Partial<Shown>) {
  const point = () => {
    if (shown.pinned === null) show(what);
  };
  const leave = () => {
    if (shown.pinned === null) show(null);
  };
  return {
    onMouseEnter: point,
    onMouseLeave: leave,
    onFocus: point,
    onBlur: leave,
    onClick: () => {
      if (!what.variation) show(what);
      else show(shown.pinned === name ? null : { ...what, pinned: name });
    },
  };
}
