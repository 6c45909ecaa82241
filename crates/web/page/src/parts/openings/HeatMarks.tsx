import { memo } from "preact/compat";
import { warmth } from "../../openers";
import { texts } from "../../texts";

interface Props {
  size: number;
  values: readonly (number | null)[];
  /** Whether there is room for numbers. */
  numbered: boolean;
}

/** What a player expects of each point: the better, the darker. */
export const HeatMarks = memo(function HeatMarks({ size, values, numbered }: Props) {
  if (values.length !== size * size) return null;
  return (
    <>
      {warmth(values).map((warm, i) => {
        const value = values[i];
        if (value === null || value === undefined) return null;
        return (
          <div
            key={i}
            class={`heat ${warm > 0.55 ? "dark" : ""} ${warm > 0.985 ? "best" : ""}`}
            style={{ left: `${i % size}em`, top: `${Math.floor(i / size)}em`, "--warm": warm.toFixed(3) }}
          >
            {numbered && <span>{texts.openings.value(value)}</span>}
          </div>
        );
      })}
    </>
  );
});
