// What is shown on the board besides the game: a variation, a fight, or what decides a way to end. It belongs to one
// position, and goes when the game goes on.

import { useEffect, useState } from "preact/hooks";
import type { Colour } from "./colour";
import type { Sign } from "./signs";

export interface Shown {
  variation: string[] | null;
  /** Who plays the variation's first move, where that is not who is to move. */
  first: Colour | null;
  /** The stones that it starts from, where they are not those on the board. */
  before: Sign[][] | null;
  fight: number | null;
  /** Stones that are pointed at. */
  stones: string[] | null;
  cluster: number | null;
}

const nothing: Shown = { variation: null, first: null, before: null, fight: null, stones: null, cluster: null };

export function useShown(position: string): [Shown, (shown: Partial<Shown> | null) => void] {
  const [shown, setShown] = useState(nothing);
  useEffect(() => setShown(nothing), [position]);
  return [shown, (change) => setShown(change ? { ...nothing, ...change } : nothing)];
}
