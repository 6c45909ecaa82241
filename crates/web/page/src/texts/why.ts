// Why the partner played what it played: the table of its decision, and how it steered the game.

import { isPass, named } from "./words";

/** Why a move was chosen, by what had the last word. */
const chosen: Record<string, string> = {
  "most-visited": "looked at most",
  character: "what it likes of the good ones",
  temperature: "drawn by lot among the good ones",
  "human-policy": "drawn from what people play",
  "pass-by-search": "nothing better than a pass",
  "only-good-move": "much better than all others",
  behind: "the best one, as it is behind",
  "most-natural": "the most natural one",
  "gives-back": "natural, and gives something back",
  "nearest-even": "nearest to an even game",
  obvious: "the obvious move",
  "nearest-aim": "a natural move, chosen for its aim",
  steers: "a natural move, chosen for its aim",
  "only-move": "the only legal move",
  "fills-dame": "a neutral point",
  "takes-dead-stones": "captures dead stones",
  "pass-winning": "wins the count",
  "nothing-left": "every point is settled",
  "pass-is-best": "any move would lose points",
};

/** Why a move was not considered further. */
const dropped: Record<string, string> = {
  "pass-by-search": "not the time to pass",
  "min-visits": "looked at too little",
  "not-low": "costs too much",
  natural: "costs too much for how natural it is",
  likeliest: "not likely enough",
  unnatural: "hardly anybody plays it",
  ladder: "runs into a ladder",
  "loses-points": "loses too many points",
};

export const why = {
  why: "Why?",
  whyMeans: "The moves Shidogo considered before its last move",
  whyTitle: "It considered",
  whyReasons: {
    "most-visited": "This move got the most visits.",
    "holds-back": "At this level it holds back.",
    "keeps-close": "It keeps the game close.",
    "only-move": "There was no other legal move.",
    "fills-dame": "Neutral points count under these rules.",
    "takes-dead-stones": "Dead stones have to be captured before the count.",
    "pass-winning": "It wins the count as it stands.",
    "nothing-left": "Every point is settled.",
    "pass-is-best": "Any move would lose points.",
    resigned: "It saw no way to win.",
  } as Partial<Record<string, string>>,
  /** Why it chose the first of some moves with these visits; nothing where that would not be true. */
  whyReason: (reason: string | null, visits: number[]): string | undefined =>
    reason === "most-visited" && Math.max(...visits) > (visits[0] ?? 0) ? undefined : why.whyReasons[reason ?? ""],
  whyNone: "Shidogo has not chosen a move yet.",
  whyColumns: {
    chance: "Win rate",
    lead: "Lead",
    visits: "Visits",
    prior: "p",
    weighted: "p′",
    people: "People",
  },
  whyColumnMeans: {
    chance: "Shidogo's win rate with the move",
    lead: "Shidogo's lead with the move, in points",
    visits: "How often the search looked at the move",
    prior: "How likely the network thinks the move is",
    weighted: "The same with the weights of its character",
    people: "How often people of the rank it plays like play the move",
  },
  /** What the rules did with a move. */
  whyStatus: (status: string, rule: string): string => {
    if (status === "chosen") return `Played: ${named(chosen, rule)}`;
    if (status === "dropped") return `Left out: ${named(dropped, rule)}`;
    if (status === "unseen") return "Not seen at its level";
    return status === "kept" ? "Also possible" : "";
  },
  whyLegend: {
    prior: "p: how likely the network thinks a move is.",
    weighted: "p′: the same with the weights of its character.",
    people: "People: how often people of the rank it plays like play it.",
  } as Partial<Record<string, string>>,
  /** A policy: weighted ones may be above 1. */
  policy: (share: number) => share.toFixed(2),

  // How it steered
  steering: {
    open: "Where it held back",
    chart: "Your lead over the moves, the lead that Shidogo aimed at, and the moves where it held back",
    lead: "Your lead",
    aim: "What it aimed at",
    held: "It held back",
    move: (number: number, at: string) => `${number}. ${isPass(at) ? "pass" : at}`,
    how: "Click a move to see it on the board.",
    onBoard: (number: number) => `Move ${number}. Click to go back`,
  },
};
