// What the page and the server say to each other about games of before and their reviews.

import { colour, listOf, number, oneOf, orNull, points, rank, shaped, text, truth, tuple } from "./checks";
import type { Check } from "./checks";
import type {
  FightLook, GraphPoint, Import, ListedGame, ListedReview, PositionAnalysis, RecordLine, ReviewProgress, ReviewState, ServerMessage, Stage,
  Summary, Told, ToldFight, ToldFound, ToldGame, ToldMistake, ToldPlayers,
} from "./generated";
import { isThought } from "./inside";

/** Names, events and dates come from records of strangers: text, whatever it looks like. */
export type {
  FightLook, GraphPoint, Import as BroughtAlong, PositionAnalysis as Judged, ListedGame as Listed, Mark, RecordLine, ReviewProgress as Reviewing,
  ReviewState as Review, Stage, Summary, Told as Found, ToldFight as Fight, ToldGame as ReviewedGame, ToldMistake as Mistake,
} from "./generated";

export type Explored = Extract<ServerMessage, { is: "explored" }>;
export type NotExplored = Extract<ServerMessage, { is: "not-explored" }>;
export type Graph = GraphPoint[];

export const stages = ["none", "waiting", "running", "done", "failed"] as const satisfies readonly Stage[];

const whole: Check = (value) => Number.isInteger(value) && (value as number) >= 0;
const side: Check = (value) => whole(value) && (value as number) >= 2 && (value as number) <= 19;
const graph = listOf(tuple(whole, number, number));
const summary = shaped<Summary>({ moves: whole, points_lost: number, agreed: whole, grades: tuple(whole, whole, whole, whole) });

const marks = listOf(
  (value) =>
    shaped({ after: whole, at: text, sign: oneOf("triangle", "square", "circle", "cross", "selected", "label") })(value) &&
    ((value as { sign: string }).sign !== "label" || text((value as { text?: unknown }).text)),
);
/** A line comes after the one that it leaves. */
const lines = (value: unknown): boolean =>
  listOf(
    shaped<RecordLine>({ of: orNull(whole), after: whole, moves: listOf(tuple(colour, text)), comments: listOf(tuple(whole, text)), marks }),
  )(value) && (value as RecordLine[]).every(({ of }, i) => of === null || of < i);

const game = shaped<ToldGame>({
  width: side, height: side, komi: number, rules: text, handicap: whole, black: text, white: text, black_rank: orNull(text),
  white_rank: orNull(text), result: orNull(text),
  date: orNull(text), event: orNull(text), moves_before: whole, start: points, moves: listOf(tuple(colour, text)),
  comments: listOf(tuple(whole, text)), marks, lines, warnings: listOf(text),
});

const mistake = shaped<Omit<ToldMistake, "lead_before" | "lead_after" | "reason">>({
  after: whole, colour, played: text, points: number, chance_before: number, chance_after: number,
  better: listOf(text), answer: listOf(text), is_turning_point: truth, sentence: text,
});

const found = shaped<Omit<Told, "game">>({
  judge: text,
  positions: listOf(shaped<Pick<PositionAnalysis, "win_rate" | "lead" | "sequence">>({ win_rate: number, lead: number, sequence: listOf(text) })),
  lost: listOf(number),
  mistakes: listOf(mistake),
  costly: listOf(mistake),
  first: listOf(whole),
  found: listOf(shaped<ToldFound>({ after: whole, rank: text, own: number, saved: number, colour, played: text, sentence: text })),
  fights: listOf(
    shaped<Omit<ToldFight, "place">>({
      looks: (value) =>
        listOf(shaped<Omit<FightLook, "sequence">>({ after: whole, worth: number, chance: number, points: listOf(text) }))(value) &&
        (value as unknown[]).length > 0,
      winner: orNull(colour), peak: whole, sentence: text,
    }),
  ),
  players: shaped<ToldPlayers>({ black: summary, white: summary }),
});

const review = shaped<Omit<ReviewState, "is">>({ id: text, stage: oneOf(...stages), done: number, game, graph, found: orNull(found) });

export const libraryShapes: Record<"games" | "review" | "reviewing" | "explored" | "not-explored", Check> = {
  games: shaped({
    games: listOf(
      shaped<ListedGame>({
        id: text, begun: number, size: side, handicap: whole, captures: orNull(whole), moves: whole, black: text, white: text,
        event: orNull(text), date: orNull(text), result: orNull(text), you: orNull(colour), strength: orNull(text),
        goes_on: truth, rank: orNull(rank), review: orNull(shaped<ListedReview>({ black_lost: number, white_lost: number, mistakes: whole })),
      }),
    ),
  }),
  review: (value) => {
    if (!review(value)) return false;
    const { game, found, graph } = value as ReviewState;
    const moves = game.moves.length;
    return (
      game.start.length === game.width * game.height &&
      graph.every(([after]) => after <= moves) &&
      (found === null || (found.positions.length === moves + 1 && found.lost.length === moves))
    );
  },
  reviewing: shaped<Omit<ReviewProgress, "is">>({ id: text, done: number, graph }),
  explored: (value) => shaped({ number: whole })(value) && isThought(value),
  "not-explored": shaped({ number: whole, text }),
};

/** What the server says of a file that was brought along. */
export const isBroughtAlong = (value: unknown): value is Import =>
  shaped<Import>({ games: listOf(text), refused: whole, why: orNull(text) })(value);
