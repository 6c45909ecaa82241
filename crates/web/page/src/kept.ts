// What the browser keeps between visits. A browser that forbids it still plays; it only forgets.

import { useState } from "preact/hooks";

const prefix = "shidogo.";

export function recall<T>(key: string, usual: T, fits: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(prefix + key) ?? "null");
    return fits(value) ? value : usual;
  } catch {
    return usual;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // Forbidden or full: nothing to be done about it.
  }
}

export const isText = (value: unknown): value is string => typeof value === "string";
export const isTruth = (value: unknown): value is boolean => typeof value === "boolean";

export function useKept<T>(key: string, usual: T, fits: (value: unknown) => value is T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => recall(key, usual, fits));
  return [
    value,
    (next) => {
      keep(key, next);
      setValue(next);
    },
  ];
}
