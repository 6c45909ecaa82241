import { useLayoutEffect } from "preact/hooks";
import { useKept } from "./kept";

const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const isTheme = (value: unknown): value is Theme => themes.includes(value as Theme);

/** The theme that is on, and what turns to the next one. */
export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useKept<Theme>("theme", "system", isTheme);
  // Before other effects: the graph asks the page for its colour.
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return [theme, () => setTheme(themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system")];
}
