// A new game: the partner, the board, the clock.

import type { Colour } from "../colour";
import type { ClockWish } from "../inside";
import type { ColourChoice, Rules } from "../messages";
import { colours, span } from "./words";

export const newGame = {
  // A new game
  newGame: "New game",
  openingGame: "Opening your game…",
  start: "Start",
  startHint: "Or just place the first stone on the board.",
  backToGame: "Back to the game",
  size: "Board",
  sizeName: (size: number) => `${size} × ${size}`,
  otherSize: "Other size",
  colour: "You play",
  colourNames: { black: "Black", white: "White", nigiri: "Nigiri" } satisfies Record<ColourChoice, string>,
  nigiriMeans: "Nigiri: chance decides who plays Black.",
  handicap: "Handicap",
  handicapName: (stones: number) => (stones === 0 ? "None" : `${stones} stones for Black`),
  more: "More: rules, komi, handicap, clock",
  rules: "Rules",
  rulesNames: {
    chinese: "Chinese",
    japanese: "Japanese",
    "tromp-taylor": "Tromp–Taylor",
    aga: "AGA",
    "new-zealand": "New Zealand",
  } satisfies Record<Rules, string>,
  komi: "Komi (points for White)",
  komiUsual: "Standard for these rules",
  komiOwn: "Custom:",
  komiOwnLabel: "Komi in points",
  seconds: "Thinking time per move",
  secondsName: (seconds: number) => (seconds === 1 ? "1 second" : `${seconds} seconds`),

  // Clocks
  clock: "Clock",
  clockNone: "None",
  clockOwn: "Custom",
  clockName: ({ main, periods, period }: ClockWish) =>
    [main > 0 ? span(main) : "", periods > 0 ? `${periods} × ${period} s` : ""].filter(Boolean).join(" + "),
  clockMain: "Main time in minutes",
  clockPeriods: "Periods",
  clockPeriod: "Seconds per period",
  clockPeriodsLeft: (periods: number) => (periods === 1 ? "last period" : `${periods} periods`),
  clockLabel: (colour: Colour) => `${colours[colour]}'s clock`,
  thinkingFor: (seconds: number) => `Thinking… ${seconds.toFixed(1)} s`,
};
