// Players that learn to open.

import type { Colour } from "../colour";
import { halfAsWarm, openerParts, randomPlayer } from "../openers";
import type { Feature } from "../openers";
import type { Comparison } from "../openingMessages";
import type { OpeningsPart } from "../place";
import { colours, evenLead, leader, percent, points } from "./words";

/** Short enough for a point of the board. */
const signed = (value: number) => {
  const size = Math.abs(value);
  return `${value > -0.05 ? "+" : "−"}${size < 9.95 ? size.toFixed(1) : size.toFixed(0)}`;
};
const leadWords = (lead: number) => (Math.abs(lead) < evenLead ? "an even board" : `a lead of ${points(lead)} points for ${leader(lead)}`);
const whole = (games: number) => games.toLocaleString("en");

/** “ADE on 9×9”, “Random moves”. */
const playerName = (name: string) => {
  const parts = openerParts(name);
  return name === randomPlayer ? "Random moves" : parts ? `${parts.letters} on ${parts.size}×${parts.size}` : name;
};
/** Without its board. */
const shortName = (name: string) => (name === randomPlayer ? "Random moves" : (openerParts(name)?.letters ?? name));

const list = (words: string[]) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

export const openings = {
  name: "Openings",
  parts: { learn: "Watch it learn", play: "Play it", compare: "Compare two" } satisfies Record<OpeningsPart, string>,
  partsLabel: "What to do with openings",

  // Learning
  intro:
    "Here a player learns to open from nothing but the rules. It plays the first moves of games against itself, quick games show how that ends, and it remembers which positions were good. On a small board, a minute or two is enough to see its taste.",
  sees: "What it sees of the board",
  stones: "the stones (always)",
  features: {
    B: "how far points are from the edge", C: "how many liberties groups have", D: "how large groups are",
    E: "friends and enemies near a group",
  } satisfies Record<Feature, string>,
  player: "Player",
  playerName,
  shortName,
  listed: (name: string, games: number) => `${playerName(name)}, ${whole(games)} games`,
  start: "Start learning",
  pause: "Pause",
  goOn: "Go on",
  more: (games: number) => `Learn ${whole(games)} more games`,
  forget: "Forget it",
  forgetQuestion: (name: string) => `Forget what ${playerName(name)} has learnt?`,
  forgetYes: "Forget it",
  forgetNo: "Keep it",
  games: (games: number, of: number) => `${whole(games)} of ${whole(of)} games`,
  notYet: (name: string) => `${playerName(name)} has not learnt anything yet.`,
  state: { new: "Not started", learning: "Learning…", waiting: "Waiting until two players are compared", paused: "Paused", done: "Done" },
  otherLearns: (name: string) => `${playerName(name)} is learning now. It pauses if you start another one.`,
  leaving: "It learns on one processor, and goes on while you play or look elsewhere. What it has learnt is kept.",
  refused: "These players cannot be used:",
  show: "On the board",
  shown: { values: "First moves", line: "Its opening" },
  prefers: (best: { at: string[]; value: number } | null) =>
    best === null ? "It prefers no first move yet." : `${best.at.length === 1 ? "Its favourite first move" : "Its favourite first moves"}: ${list(best.at)} (${signed(best.value)}).`,
  valuesHow: `Each number is the lead it expects for Black after that first move, before komi. The darker, the better: a move that is ${halfAsWarm} points worse is half as dark.`,
  lineHow: "How it would open against itself now. Watch how this changes.",
  error: "How wrong it is",
  errorNow: (error: number, usual: number) =>
    `After its last openings it was wrong by about ${points(error)} points. Always guessing an even board would be wrong by ${points(usual)}.`,
  errorNone: "The curve begins after the first games.",
  errorLine: "Its error, in points",
  usualLine: "Guessing an even board",
  limits: "It knows openings only, and only from quick games that are partly random: expect a taste, not a strong player.",

  // Playing
  noPlayers: "No player has learnt to open yet. Let one learn first: it takes a minute.",
  toLearn: "Watch one learn",
  playIntro: (moves: number) => `You both play ${moves} moves. Then see what it expects, and play on against Shidogo if you like.`,
  newOpening: "New opening",
  takeBack: "Take back",
  thoughts: "What it thinks of my moves",
  thoughtsHow: "Darker points are better for you in its eyes.",
  turn: (number: number, of: number) => `Your move, ${number} of ${of}.`,
  wouldPlay: (best: { at: string[] } | null) => (best === null ? "" : `In your place it would play ${best.at.join(" or ")}.`),
  expects: (lead: number) => `It expects ${leadWords(lead)}, before komi.`,
  over: "The opening is over.",
  playedOut: (lead: number) => `In 256 quick games from here, Black ${lead >= 0 ? "led" : "trailed"} by ${points(lead)} points on average, before komi.`,
  withKomi: (lead: number, komi: number) => {
    const result = lead - komi;
    return Math.abs(result) < evenLead ? `With komi ${komi} that is even.` : `With komi ${komi} that is ${leader(result)} by ${points(result)}.`;
  },
  playOn: "Play on with Shidogo",
  playOnTitle: "Play on from here",
  playOnNo: "Not now",
  moved: (colour: Colour, at: string) => `${colours[colour]} plays ${at}`,

  // Comparing
  compareIntro: "They open 400 games against each other, half of them with each colour, and quick games finish them. One move in ten is random, so that no two games are the same.",
  first: "First player",
  second: "Second player",
  compare: "Compare",
  stop: "Stop",
  won: ({ first, wins, draws, losses }: Comparison) =>
    `${shortName(first)} won ${wins} of ${wins + draws + losses} games${draws > 0 ? `, and ${draws} ${draws === 1 ? "was" : "were"} drawn` : ""}.`,
  score: (share: number, low: number, high: number) =>
    `That is ${percent(share)}; its true share is most likely between ${percent(low)} and ${percent(high)}.`,
  verdict: ({ first, second, running, score }: Comparison) => {
    if (score === null) return "The first games are being played…";
    const [, low, high] = score;
    const better = low > 0.5 ? first : high < 0.5 ? second : null;
    if (better !== null) return `${running ? "So far: " : ""}${shortName(better)} ${better === randomPlayer ? "open" : "opens"} better.`;
    return running ? "Nothing is decided yet." : "These games cannot tell which one opens better.";
  },
  scale: "Share of games won by the first player",
  firstMoves: (name: string) => `First moves of ${playerName(name)}`,
  noBeliefs: "All moves are the same to it.",
  value: signed,
};
