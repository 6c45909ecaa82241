// What the server says of players that learn to open.

import { colour, listOf, number, orNull, points, shaped, text, truth, tuple } from "./checks";
import type { Check } from "./checks";
import type { ComparisonState, ListedOpener, OpenerState, OpenersState, OpeningState } from "./generated";
import { whole } from "./inside";

export type { ComparisonState as Comparison, ListedOpener, OpenerState as Opener, OpenersState as Openers, OpeningState as Opening } from "./generated";

const size: Check = (value) => whole(value) && (value as number) >= 2 && (value as number) <= 19;
const values = listOf(orNull(number));

const comparison = shaped<ComparisonState>({
  first: text, second: text, running: truth, of: whole, wins: whole, draws: whole, losses: whole,
  score: orNull(tuple(number, number, number)),
});

const opener = shaped<OpenerState>({
  player: text, size, games: whole, of: whole, curve: listOf(tuple(whole, number, number)), values, line: listOf(text),
});

const opening = shaped<OpeningState>({
  player: text, size, you: colour, of: whole, moves: listOf(text), stones: points, expects: number, komi: number, values,
  played_out: orNull(number),
});

export const openingShapes: Record<"openers" | "opener" | "opening", Check> = {
  openers: shaped<OpenersState>({
    players: listOf(shaped<ListedOpener>({ player: text, size, games: whole, of: whole })),
    refused: listOf(tuple(text, text)),
    learning: orNull(text),
    comparison: orNull(comparison),
  }),
  opener: (value) => opener(value) && (value as OpenerState).values.length === (value as OpenerState).size ** 2,
  opening: (value) => {
    if (!opening(value)) return false;
    const { size, stones, values } = value as OpeningState;
    return stones.length === size ** 2 && [0, size ** 2].includes(values.length);
  },
};
