// A uPlot graph that follows the width of its place and the colours of the page.

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import type { Theme } from "./theme";

export const gridColour = "rgba(128, 128, 128, 0.25)";

/** Draws `data`; what `options` return may depend on the ink and on `anew` only. */
export function usePlot(
  data: uPlot.AlignedData,
  theme: Theme,
  height: number,
  options: (ink: string) => Omit<uPlot.Options, "width" | "height">,
  anew?: unknown,
) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const newest = useRef(data);
  newest.current = data;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const draw = () => {
      plot.current?.destroy();
      const all = { ...options(getComputedStyle(element).color), width: element.clientWidth, height };
      plot.current = new uPlot(all, newest.current, element);
    };
    draw();
    const observer = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    // A canvas does not follow the style sheet; it has to be drawn anew in the other ink.
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", draw);
    return () => {
      observer.disconnect();
      scheme.removeEventListener("change", draw);
      plot.current?.destroy();
      plot.current = null;
    };
  }, [theme, anew]);
  useEffect(() => plot.current?.setData(data), [data]);
  return { place, plot };
}
