// What the page and the server say to each other. What comes in is checked here, once, so that the rest of the page
// can trust its types and no odd message can break it.

import { colour, listOf, number, oneOf, orNull, points, shaped, text, truth, tuple } from "./checks";
import type { Check } from "./checks";
import type { Colour } from "./colour";
import { isCandidates, isClockWish, isClocks, isDanger, isLesson, isThought, isTree, whole } from "./inside";
import type { ClockWish, Clocks, Danger, Lesson, MoveTree } from "./inside";
import { libraryShapes } from "./libraryMessages";
import type { FromLibrary, ToLibrary } from "./libraryMessages";

export type Phase = "playing" | "counting" | "over";

export const strengths = ["gentle", "easy", "medium", "strong", "strongest"] as const;
export const aims = ["win", "points", "greedy", "recover"] as const;
export const ruleSets = ["chinese", "japanese", "tromp-taylor", "aga", "new-zealand"] as const;
export const colourChoices = ["black", "white", "nigiri"] as const;

export type Strength = (typeof strengths)[number];
export type Aim = (typeof aims)[number];
export type Rules = (typeof ruleSets)[number];
export type ColourChoice = (typeof colourChoices)[number];

export interface Partner {
  strength: Strength;
  seconds: number;
  aim: Aim;
}

/** What a new game is to be like. `komi: null` is the usual one of the rules. */
export interface Choice {
  size: number;
  colour: ColourChoice;
  handicap: number;
  komi: number | null;
  rules: Rules;
  partner: Partner;
  /** None when there is no clock. */
  clock?: ClockWish | null;
}

export type ToServer =
  | ({ do: "new" } & Choice)
  | { do: "open"; game: string }
  | { do: "play"; at: string }
  | { do: "undo" }
  | { do: "resign" }
  | { do: "let-resign" }
  | { do: "hint" }
  | { do: "look"; on: boolean }
  | { do: "dead"; at: string }
  | { do: "agree" }
  | { do: "play-on" }
  | { do: "teach"; on: boolean }
  | { do: "danger"; on: boolean }
  | { do: "territory"; on: boolean }
  | { do: "go"; to: number | null }
  | ToLibrary;

/** The partner of a game. Its words may be newer than this page, and are then shown as they are. */
export interface Opponent {
  strength: string;
  seconds: number;
  aim: string;
}

/** What a side has, as players count it. `tax` is what the rules do not count, `button` half a point for the first pass. */
export interface SideCount {
  stones: number;
  territory: number;
  prisoners: number;
  tax: number;
  komi: number;
  handicap: number;
  button: number;
  total: number;
}

export interface Count extends Record<Colour, SideCount> {
  scoring: "area" | "territory";
}

export interface Game {
  is: "game";
  id: string;
  size: number;
  komi: number;
  /** As with the partner's words, it may be one that this page does not offer. */
  rules: string;
  handicap: number;
  partner: Opponent;
  you: Colour;
  to_move: Colour;
  phase: Phase;
  thinking: boolean;
  moves: [Colour, string][];
  /** Row by row from the top left: '.' empty, 'X' Black, 'O' White. */
  stones: string;
  /** Stones that each side has taken. */
  taken: Record<Colour, number>;
  dead: string[];
  owners: string | null;
  score: string | null;
  /** What the partner holds against the count. */
  objection: Objection | null;
  /** How the score comes about. */
  count: Count | null;
  result: string | null;
  /** Whether the partner plays on only because it teaches. */
  would_resign: boolean;
  said: string | null;
  /** Why it chose so, in a word: one of those in the texts, or one that this page does not know. */
  reason: string | null;
  /** What the partner chose among at its last move, that move first. */
  table: Candidate[];
  /** Move number, Black's chance from 0 to 1, Black's lead. */
  graph: [number, number, number][];
  /** On the player's last move, where it was judged. */
  lesson: Lesson | null;
  /** The stones before that move. */
  before: string | null;
  /** What the moves on the board cost: their numbers, and points. */
  costs: [number, number][];
  tree: MoveTree;
  /** The place in the tree of the last move on the board. */
  here: number | null;
  clocks: Clocks | null;
}

/** Stones that the partner sees otherwise than the count, why, and its own count. */
export interface Objection {
  sentence: string;
  stones: string[];
  score: string;
}

export interface Candidate {
  at: string;
  visits: number;
  /** Black's, as `lead` is. */
  win_rate: number;
  lead: number;
  prior: number;
  variation: string[];
}

export interface Thinking {
  is: "thinking";
  visits: number;
  win_rate: number;
  lead: number;
  /** The standard deviation of the final score, in points. */
  spread: number;
  candidates: Candidate[];
  /** From -1 (White's) to 1 (Black's), from the top left. */
  owners: number[] | null;
  /** Black's chance over bonus points for Black, from fewer to more. */
  curve: [number, number][];
}

export interface Hint {
  is: "hint";
  at: string;
  sentence: string;
}

export interface Trouble {
  is: "trouble";
  text: string;
}

export type FromServer = Game | Thinking | Danger | Hint | Trouble | FromLibrary;

const sideCount = shaped({
  stones: number, territory: number, prisoners: number, tax: number, komi: number, handicap: number, button: number,
  total: number,
});

const game = shaped({
  id: text,
  size: (value) => Number.isInteger(value) && (value as number) >= 2 && (value as number) <= 25,
  komi: number,
  rules: text,
  handicap: number,
  partner: shaped({ strength: text, seconds: number, aim: text }),
  you: colour,
  to_move: colour,
  phase: oneOf("playing", "counting", "over"),
  thinking: truth,
  moves: listOf(tuple(colour, text)),
  stones: points,
  taken: shaped({ black: number, white: number }),
  dead: listOf(text),
  owners: orNull(points),
  score: orNull(text),
  objection: orNull(shaped({ sentence: text, stones: listOf(text), score: text })),
  count: orNull(shaped({ scoring: oneOf("area", "territory"), black: sideCount, white: sideCount })),
  result: orNull(text),
  would_resign: truth,
  said: orNull(text),
  reason: orNull(text),
  table: isCandidates,
  graph: listOf(tuple(number, number, number)),
  lesson: orNull(isLesson),
  before: orNull(points),
  costs: listOf(tuple(whole, number)),
  tree: isTree,
  here: orNull(whole),
  clocks: orNull(isClocks),
});

const shapes: Record<FromServer["is"], Check> = {
  game: (value) => {
    if (!game(value)) return false;
    const { size, stones, owners, here, tree } = value as Game;
    return (
      stones.length === size * size &&
      (owners === null || owners.length === size * size) &&
      (here === null || here < tree.length)
    );
  },
  thinking: isThought,
  danger: isDanger,
  hint: shaped({ at: text, sentence: text }),
  trouble: shaped({ text }),
  ...libraryShapes,
};

const choice = shaped({
  size: (value) => Number.isInteger(value) && (value as number) >= 5 && (value as number) <= 19,
  colour: oneOf(...colourChoices),
  handicap: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 9,
  komi: orNull(number),
  rules: oneOf(...ruleSets),
  partner: shaped({ strength: oneOf(...strengths), seconds: number, aim: oneOf(...aims) }),
  // What was kept before there were clocks has none.
  clock: (value) => value === undefined || value === null || isClockWish(value),
});

/** Whether something kept from an earlier visit is still a choice that this version understands. */
export function isChoice(value: unknown): value is Choice {
  return choice(value);
}

/** Whether a message will be a view of the engine, without reading it: most of these are never drawn. */
export const isThinking = (raw: unknown): raw is string => typeof raw === "string" && raw.startsWith('{"is":"thinking"');

/** Reads a message; null where it is none that this page understands. */
export function readMessage(raw: unknown): FromServer | null {
  if (typeof raw !== "string") return null;
  try {
    const value: unknown = JSON.parse(raw);
    const is = (value as { is?: unknown } | null)?.is;
    if (typeof is !== "string" || !Object.hasOwn(shapes, is)) return null;
    return shapes[is as FromServer["is"]](value) ? (value as FromServer) : null;
  } catch {
    return null;
  }
}
