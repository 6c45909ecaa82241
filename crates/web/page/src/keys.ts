// Keys work wherever the focus is, except where someone types or chooses something. Single keys can be turned off.

import { useLayoutEffect, useRef } from "preact/hooks";
import { shortcutsOn } from "./shortcuts";

export interface Keys {
  /** By what the key writes: "p", "?", "ArrowLeft", … */
  [key: string]: (() => void) | undefined;
}

export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  // Before anything is drawn: whoever sees the page may press a key at once.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      const focused = document.activeElement;
      if (focused?.closest("input, select, textarea, dialog")) return;
      // Enter on a button is that button's.
      if (event.key === "Enter" && focused?.closest("button, summary, a")) return;
      if (event.key.length === 1 && !shortcutsOn()) return;
      const act = current.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}
