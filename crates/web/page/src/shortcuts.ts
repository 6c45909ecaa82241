// Whether single keys do something. Who types by speech, or rests a hand on the keyboard, can turn them off.

import { useEffect, useState } from "preact/hooks";
import { isTruth, keep, recall } from "./kept";

let on: boolean | null = null;
const watchers = new Set<() => void>();

export function shortcutsOn(): boolean {
  return (on ??= recall("shortcuts", true, isTruth));
}

export function setShortcuts(value: boolean): void {
  on = value;
  keep("shortcuts", value);
  for (const watcher of [...watchers]) watcher();
}

export function useShortcuts(): boolean {
  const [value, setValue] = useState(shortcutsOn);
  useEffect(() => {
    const look = () => setValue(shortcutsOn());
    look();
    watchers.add(look);
    return () => void watchers.delete(look);
  }, []);
  return value;
}
