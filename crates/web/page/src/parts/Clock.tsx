import { useEffect, useState } from "preact/hooks";
import { clockWords, runOn } from "../clock";
import type { Clocks } from "../inside";
import type { Colour } from "../colour";
import { useTable } from "../table";
import { texts } from "../texts";

/** Often enough that no second is skipped. */
const often = 200;
/** Seconds from which on a clock wants to be seen. */
const soon = 10;

/** Milliseconds on a clock that is read from time to time, while it is wanted. */
export function useNow(runs: boolean): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!runs) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), often);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}

/** What a player's clock shows. The server keeps it; between two messages it runs on here. */
export function Clock({ clocks, colour }: { clocks: Clocks; colour: Colour }) {
  const toldAt = useTable((view) => view.toldAt);
  const linked = useTable((view) => view.link === "open");
  const runs = clocks.running === colour && linked;
  const now = useNow(runs);
  const { left, periods } = runOn(clocks[colour], clocks.wish, runs ? Math.max(0, now - toldAt) / 1000 : 0);
  const pressing = runs && left < soon && (periods ?? (clocks.wish.periods > 0 ? 2 : 1)) <= 1;
  return (
    <span class={`clock ${runs ? "runs" : ""} ${pressing ? "pressing" : ""}`} role="timer" aria-label={texts.clockLabel(colour)}>
      <strong>{clockWords(left)}</strong>
      <small>{periods === null ? texts.clockName({ ...clocks.wish, main: 0 }) : texts.clockPeriodsLeft(periods)}</small>
    </span>
  );
}
