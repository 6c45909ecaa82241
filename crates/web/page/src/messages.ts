// What the page and the server say to each other. What comes in is checked here, once, so that the rest of the page
// can trust its types and no odd message can break it.

import { colour, listOf, number, oneOf, orNull, points, rank, shaped, text, truth, tuple } from "./checks";
import type { Check } from "./checks";
import type {
  ClientMessage, ColourChoice, CountShown, Exercise, ExerciseState, GameState, NewGame, ObjectionShown, ObjectiveChoice, PartnerChoice, ReviewProgress,
  ReviewState, ServerMessage, SideCountShown, Taken,
} from "./generated";
import { isClockWish, isClocks, isDanger, isDecision, isLesson, isSteered, isThought, isTree, whole } from "./inside";
import { libraryShapes } from "./libraryMessages";
import { openingShapes } from "./openingMessages";

export type {
  CandidateMove as Candidate, ColourChoice, CountShown as Count, ObjectionShown as Objection, ObjectiveChoice as Aim,
  PartnerChoice as Partner, Phase, SideCountShown as SideCount,
} from "./generated";

/** To win, in one way or another; or towards a result, so that the game stays close. */
export const objectives = ["win", "points", "greedy", "recover"] as const satisfies readonly ObjectiveChoice[];
export const steeringAims = ["close", "lose-by-little", "win-by-little", "lead"] as const satisfies readonly ObjectiveChoice[];
export const isObjective = (aim: unknown): aim is (typeof objectives)[number] => objectives.includes(aim as never);
export const ruleSets = ["chinese", "japanese", "tromp-taylor", "aga", "new-zealand"] as const;
export const colourChoices = ["black", "white", "nigiri"] as const satisfies readonly ColourChoice[];

/** What somebody who is new to Go does, in this order. */
export const exercises = ["capture", "escape", "ko", "two-eyes", "border", "count"] as const satisfies readonly Exercise[];

/** An exercise, or the first game after all of them. */
export type LessonStep = Exercise | "play";
export const lessonSteps: readonly LessonStep[] = [...exercises, "play"];
export const isLessonStep = (value: unknown): value is LessonStep => lessonSteps.includes(value as LessonStep);

export type Rules = (typeof ruleSets)[number];

/** What a new game is to be like. `komi: null` is the usual one of the rules. */
export type Choice = Omit<NewGame, "rules" | "start"> & { rules: Rules };

export type ToServer = ClientMessage;

type Told<Is extends ServerMessage["is"]> = Extract<ServerMessage, { is: Is }>;
export type Game = Told<"game">;
export type Thinking = Told<"thinking">;
export type Hint = Told<"hint">;
export type Trouble = Told<"trouble">;
export type Practice = Told<"exercise">;

export type FromServer = ServerMessage | ReviewState | ReviewProgress;

/** Said of those who do only. */
const said: Check = (value) => value === undefined || truth(value);

const word: Check = (value) => value === undefined || text(value);

const sideCount = shaped<SideCountShown>({
  stones: number, territory: number, prisoners: number, tax: number, komi: number, handicap: number, button: number,
  total: number,
});

const game = shaped<GameState>({
  id: text,
  size: (value) => Number.isInteger(value) && (value as number) >= 2 && (value as number) <= 25,
  komi: number,
  rules: text,
  handicap: number,
  captures: orNull(whole),
  partner: shaped<PartnerChoice>({ strength: text, seconds: number, aim: text, waits: said, adapts: said, character: word }),
  you: colour,
  to_move: colour,
  phase: oneOf("playing", "counting", "over"),
  thinking: truth,
  moves: listOf(tuple(colour, text)),
  stones: points,
  taken: shaped<Taken>({ black: number, white: number }),
  dead: listOf(text),
  owners: orNull(points),
  score: orNull(text),
  objection: orNull(shaped<ObjectionShown>({ sentence: text, stones: listOf(text), score: text })),
  count: orNull(shaped<CountShown>({ scoring: oneOf("area", "territory"), black: sideCount, white: sideCount })),
  result: orNull(text),
  would_resign: truth,
  said: orNull(text),
  numbers: orNull(text),
  reason: orNull(text),
  table: isDecision,
  steered: isSteered,
  steering: orNull(text),
  graph: listOf(tuple(number, number, number)),
  lesson: orNull(isLesson),
  before: orNull(points),
  costs: listOf(tuple(whole, number)),
  warning: orNull(text),
  tree: isTree,
  here: orNull(whole),
  clocks: orNull(isClocks),
  played_like: orNull(rank),
});

const exercise = shaped<ExerciseState>({
  exercise: oneOf(...exercises),
  size: whole,
  moves: listOf(text),
  stones: points,
  last: orNull(text),
  marks: listOf(text),
  dead: listOf(text),
  owners: orNull(points),
  stage: oneOf("open", "solved", "failed"),
  comment: orNull(text),
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
  exercise: (value) => exercise(value) && (value as Practice).stones.length === (value as Practice).size ** 2,
  trouble: shaped({ text }),
  ...libraryShapes,
  ...openingShapes,
};

const choice = shaped<Omit<Choice, "captures">>({
  size: (value) => Number.isInteger(value) && (value as number) >= 5 && (value as number) <= 19,
  colour: oneOf(...colourChoices),
  handicap: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 9,
  komi: orNull(number),
  rules: oneOf(...ruleSets),
  partner: shaped<PartnerChoice>({ strength: text, seconds: number, aim: oneOf(...objectives, ...steeringAims), waits: said, adapts: said, character: word }),
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
