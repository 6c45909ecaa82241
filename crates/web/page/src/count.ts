// A score as players add it up: which lines the sum has under the rules of the game.

import type { Count, SideCount } from "./messages";

export type CountRow = keyof SideCount;

interface Row {
  name: CountRow;
  black: string;
  white: string;
}

/** What is added up under each way to count, and what only some rules or games have. */
const always: Record<Count["scoring"], CountRow[]> = {
  area: ["stones", "territory", "komi", "total"],
  territory: ["territory", "prisoners", "komi", "total"],
};
const order: CountRow[] = ["stones", "territory", "prisoners", "tax", "komi", "handicap", "button", "total"];
const sometimes: CountRow[] = ["tax", "handicap", "button"];

export function countRows(count: Count): Row[] {
  const { scoring, black, white } = count;
  const shown = (name: CountRow) =>
    always[scoring].includes(name) || (sometimes.includes(name) && (black[name] !== 0 || white[name] !== 0));
  const words = (name: CountRow, side: SideCount) =>
    side[name] === 0 && name !== "total" ? "0" : `${name === "tax" ? "−" : ""}${side[name]}`;
  return order.filter(shown).map((name) => ({ name, black: words(name, black), white: words(name, white) }));
}
