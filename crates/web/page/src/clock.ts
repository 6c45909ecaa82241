// Clocks with byo-yomi, between two messages of the server, who keeps them.

import type { ClockShown, ClockWish } from "./inside";

/** What a clock shows some seconds later. A period that runs out is lost; at the end it stands at nothing. */
export function runOn(clock: ClockShown, { periods: all, period }: ClockWish, seconds: number): ClockShown {
  let left = clock.left - seconds;
  let periods = clock.periods;
  if (left <= 0 && periods === null && all > 0) {
    periods = all;
    left += period;
  }
  while (left <= 0 && periods !== null && periods > 1) {
    periods -= 1;
    left += period;
  }
  return { left: Math.max(0, left), periods };
}

/** Minutes and seconds; the second that has begun counts, as on any clock. */
export function clockWords(seconds: number): string {
  const whole = Math.ceil(seconds - 1e-9);
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
