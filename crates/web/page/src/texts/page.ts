// The page around everything else.

import type { Colour } from "../colour";
import type { Confirmation } from "../confirm";
import type { Phase } from "../messages";
import { colours, rankName } from "./words";

export const page = {
  name: "Shidogo",
  tagline: "a partner to learn Go with",

  // The line at the top
  connecting: "Connecting…",
  connectionLost: "Connection lost. Trying again…",
  notSent: "Not sent: there is no connection right now.",
  dismiss: "Dismiss",
  theme: { system: "Colours: auto", light: "Colours: light", dark: "Colours: dark" },
  sounds: "Sounds",
  help: "Help",

  // The first visit
  welcome: {
    question: "Have you played Go before?",
    new: "No, show me",
    aLittle: "A little",
    ranked: "I have a rank",
    rank: "Your rank",
    begin: "Begin there",
  },
  rankName,

  // On a phone
  everything: "More",
  onTheBoard: "On the board",
  theGame: "The game",
  menu: "Menu",
  playHere: (at: string) => `Play here: ${at}`,
  confirm: { large: "Confirm taps: 19×19", always: "Confirm taps: always", never: "Confirm taps: never" } satisfies Record<Confirmation, string>,
  confirmMeans: "A tap places a stone; a second tap, or Play here, plays it",

  // When something breaks
  broken: "Something on this page broke.",
  brokenHow: "Your game is safe on the server. Reload the page to continue.",
  reload: "Reload",

  // For those who hear the page
  board: (size: number) => `Go board, ${size} by ${size}`,
  boardHow: "Use the arrow keys to move over the board, and Enter to play.",
  emptyBoard: "The board is empty.",
  stonesOf: (colour: Colour, at: string[]) => `${colours[colour]}: ${at.join(", ") || "no stones"}.`,
  moved: (colour: Colour, at: string) =>
    at.toLowerCase() === "pass" ? `${colours[colour]} passes` : `${colours[colour]} plays ${at}`,
  noMoves: "No move has been played.",
  pointEmpty: (at: string) => `${at}, empty`,
  pointStone: (at: string, colour: Colour, dead: boolean) => `${at}, ${colours[colour]}${dead ? ", dead" : ""}`,
  phases: { playing: "", counting: "Counting", over: "The game is over" } satisfies Record<Phase, string>,

  // Help
  helpTitle: "How to play here",
  helpWords: [
    "Click a point to play there. Two passes end the game; then you mark dead stones, and the score is counted.",
    "Hint asks Shidogo what it would play. Look shows the moves it considers; point at one to see how play would continue.",
    "With Teach on, you see what each of your moves cost. Fights shows where the game is decided, and Why the moves that Shidogo chose between.",
  ],
  keys: [
    ["← ↑ → ↓", "move over the board"],
    ["Enter", "play there, or mark stones dead"],
    ["p", "pass, after a question"],
    ["u", "take back"],
    ["r", "resign"],
    ["h", "hint"],
    ["l", "look"],
    ["t", "teach"],
    ["w", "why it played that"],
    ["d", "fights: where the game is decided"],
    ["n", "new game"],
    ["?", "this help"],
  ] as const,
  shortcuts: "Single keys work as shortcuts",
  close: "Close",
};
