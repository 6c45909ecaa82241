import type { Vertex } from "@sabaki/shudan";
import { useMemo } from "preact/hooks";
import { marksOfVariation } from "../../overlays";
import { grid, layOut } from "../../signs";
import type { Sign } from "../../signs";
import { Goban } from "../Goban";
import { HeatMarks } from "./HeatMarks";

const nothing: string[] = [];
const none: Vertex[] = [];

interface Props {
  size: number;
  /** What it shows, for those who hear the page. */
  label: string;
  values?: readonly (number | null)[] | undefined;
  /** Moves from the empty board, numbered. */
  line?: string[] | undefined;
  /** Whether there is room for numbers. */
  numbered: boolean;
}

/** A board that is only looked at: what a player expects of first moves, or how it opens. */
export function HeatBoard({ size, label, values, line = nothing, numbered }: Props) {
  const laidOut = useMemo(() => layOut(grid<Sign>(size, () => 0), line, "black"), [size, line.join()]);
  const marks = useMemo(() => marksOfVariation(laidOut), [laidOut]);
  return (
    <div class="board" role="img" aria-label={label}>
      <Goban signMap={laidOut.signs} markerMap={marks} selectedVertices={none}>
        {values && <HeatMarks size={size} values={values} numbered={numbered} />}
      </Goban>
    </div>
  );
}
