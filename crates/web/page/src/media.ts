// How much room there is. The style sheets ask the same questions in the same words.

import { useEffect, useState } from "preact/hooks";

/** A phone, or a tablet held upright: one thing at a time, under the board or beside it. */
export const compact = "(width < 60rem), (height < 35rem)";
/** Room for the graph beside everything else. */
export const wide = "(width >= 85rem) and (height >= 35rem)";
/** There is a finger. */
export const touch = "(any-pointer: coarse)";

export function useMedia(query: string): boolean {
  const [fits, setFits] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const changed = () => setFits(list.matches);
    changed();
    list.addEventListener("change", changed);
    return () => list.removeEventListener("change", changed);
  }, [query]);
  return fits;
}
