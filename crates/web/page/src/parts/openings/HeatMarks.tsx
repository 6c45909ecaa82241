import { memo } from "preact/compat";
import { bestPoints, warmth } from "../../openers";
import { nameOf } from "../../points";
import { texts } from "../../texts";

interface Props {
  size: number;
  values: readonly (number | null)[];
  /** Whether there is room for numbers. */
  numbered: boolean;
}

/** What a player expects of each point: the better, the darker, with a ring around the best. */
export const HeatMarks = memo(function HeatMarks({ size, values, numbered }: Props) {
  if (values.length !== size * size) return null;
  const best = bestPoints(values, size)?.at ?? [];
  return (
    <>
      {warmth(values).map((warm, i) => {
        const value = values[i];
        if (value === null || value === undefined) return null;
        const isBest = best.includes(nameOf([i % size, Math.floor(i / size)], size));
        return (
          <div
            key={i}
            class={`heat ${warm > 0.62 ? "dark" : ""} ${isBest ? "best" : ""}`}
            style={{ left: `${i % size}em`, top: `${Math.floor(i / size)}em`, "--warm": warm.toFixed(3) }}
          >
            {numbered && <span>{texts.openings.value(value)}</span>}
          </div>
        );
      })}
    </>
  );
});
