// Whether a move can be tried on a board: the page lays stones itself, and asks the server about everything else.

import type { Vertex } from "@sabaki/shudan";
import type { Colour } from "./colour";
import { nameOf } from "./points";
import { layOut, signOf } from "./signs";
import type { Sign } from "./signs";

const same = (a: Sign[][], b: Sign[][]) => a.every((row, y) => row.every((sign, x) => sign === b[y]?.[x]));

/** The board after a move; null where there is a stone, where the stone would be captured at once, and where it would
 * bring back the board `before` the last move. */
export function tryMove(board: Sign[][], before: Sign[][] | null, vertex: Vertex, colour: Colour): Sign[][] | null {
  const [x, y] = vertex;
  if (board[y]?.[x] !== 0) return null;
  const { signs } = layOut(board, [nameOf(vertex, board.length)], colour);
  if (signs[y]?.[x] !== signOf(colour)) return null;
  return before && same(signs, before) ? null : signs;
}
