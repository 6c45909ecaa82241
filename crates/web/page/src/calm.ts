import { useEffect, useRef, useState } from "preact/hooks";

/** The value, but changing at most once in so many milliseconds; null comes through at once. */
export function useCalm<T>(value: T | null, every: number): T | null {
  const [calm, setCalm] = useState(value);
  const last = useRef(0);
  useEffect(() => {
    const wait = value === null ? 0 : last.current + every - performance.now();
    const show = () => {
      last.current = performance.now();
      setCalm(() => value);
    };
    if (wait <= 0) return show();
    const timer = setTimeout(show, wait);
    return () => clearTimeout(timer);
  }, [value, every]);
  return value === null ? null : calm;
}
