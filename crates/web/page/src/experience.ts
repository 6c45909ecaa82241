// How long the user has been playing, as they say themselves. It is asked once.

import { isRank, ranks } from "./levels";

/** New to Go, a little, or a rank. */
export type Experience = "new" | "a-little" | (string & {});

export const isExperience = (value: unknown): value is Experience => value === "new" || value === "a-little" || isRank(value);

/** The rank that somebody begins at, and the board. */
export function beginningOf(experience: Experience): { rank: string; size: number } {
  if (experience === "new") return { rank: "30k", size: 9 };
  if (experience === "a-little") return { rank: "25k", size: 9 };
  const place = ranks.indexOf(experience);
  return { rank: experience, size: place < ranks.indexOf("19k") ? 9 : place < ranks.indexOf("9k") ? 13 : 19 };
}
