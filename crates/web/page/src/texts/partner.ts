// The partner: its level, its aim, and what both mean.

import type { Pace } from "../choice";
import type { Aim } from "../messages";
import { rankName } from "./words";

export const partner = {
  yourPartner: "Your partner",
  level: "Level",
  levelName: (level: string, fitting: string) =>
    level === "fits-me" ? `Fits me: ${rankName(fitting)}`
    : level === "beginner" ? "Beginner: learnt Go last week"
    : level === "strongest" ? "Full strength"
    : rankName(level),
  levelMeans: (level: string, fitting: string, steers: boolean) =>
    level === "fits-me"
      ? steers ? "Finds your level as you play." : `Plays like ${rankName(fitting)}, and moves with you from game to game.`
    : level === "beginner" ? "Knows the rules and little else."
    : level === "strongest" ? "Plays as well as it can, and shows its numbers."
    : `Plays like a person of ${rankName(level)}.`,
  /** Those that are no ranks. */
  strengthShort: {
    beginner: "beginner", gentle: "gentle", easy: "easy", medium: "medium", strong: "strong", strongest: "strongest",
    close: "close game",
  },
  /** Whom a game is with; a level that is found out on the way has no name. */
  partner: (strength: string | null) => (strength === null ? "Shidogo" : `Shidogo, ${strength}`),

  aim: "Aim",
  aimNames: {
    close: "A close game",
    "lose-by-little": "You win by a little",
    "win-by-little": "It wins by a little",
    lead: "It leads, you catch up",
    win: "It plays its best",
    points: "It plays its best",
    greedy: "It plays its best",
    recover: "It plays its best",
  } satisfies Record<Aim, string>,
  aimMeans: {
    close: "Stays close. You win about half.",
    "lose-by-little": "Lets you stay a little ahead.",
    "win-by-little": "Stays a little ahead of you.",
    lead: "Leads by about ten points until the endgame.",
    win: "Plays to win, as well as its level can.",
    points: "Plays to win, and for points.",
    greedy: "Plays for every point.",
    recover: "Plays for points when behind, and waits for its chance.",
  } satisfies Record<Aim, string>,
  character: "Character",
  objective: "It plays its best",
  objectiveNames: {
    win: "to win",
    points: "to win, and for points",
    greedy: "for every point",
    recover: "for points when behind, waiting for its chance",
  },
  pace: "Its pace",
  paceNames: { quick: "Answers at once", person: "Takes as long as a person" } satisfies Record<Pace, string>,
};
