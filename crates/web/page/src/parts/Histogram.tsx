import { clusterColour } from "../danger";
import type { Danger } from "../inside";

const width = 300;
const height = 90;

/** How often each score came about, in the colours of the ways to end; the line is between winning and losing. */
export function Histogram({ danger }: { danger: Danger }) {
  const { scores, clusters } = danger;
  const low = Math.min(0, scores[0]?.[0] ?? 0) - 1;
  const high = Math.max(0, scores.at(-1)?.[0] ?? 0) + 1;
  // Scores of a full board are all odd or all even: two are taken together, or every other bar would be missing.
  const bars = new Map<number, { share: number; place: number }>();
  for (const [score, share] of scores) {
    const at = Math.floor(score / 2) * 2;
    const place = clusters.findIndex(({ low, high }) => score >= low && score <= high);
    bars.set(at, { share: (bars.get(at)?.share ?? 0) + share, place });
  }
  const most = Math.max(Number.MIN_VALUE, ...[...bars.values()].map(({ share }) => share));
  const x = (score: number) => ((score - low) / (high - low)) * width;
  const step = Math.max(1.5, x(2) - x(0) - 0.5);
  return (
    <svg class="histogram" viewBox={`0 0 ${width} ${height + 14}`} role="img" aria-hidden="true">
      {[...bars].map(([score, { share, place }]) => {
        const tall = (share / most) * height;
        return (
          <rect
            key={score}
            x={x(score)}
            y={height - tall}
            width={step}
            height={tall}
            fill={place < 0 ? "currentColor" : clusterColour(place)}
          />
        );
      })}
      <line x1={x(0)} x2={x(0)} y1="0" y2={height} stroke="currentColor" stroke-dasharray="3 3" />
      {[low + 1, 0, high - 1].map((score, i) => (
        <text key={i} x={x(score)} y={height + 11} text-anchor={(["start", "middle", "end"] as const)[i]}>
          {score > 0 ? `B+${Math.round(score)}` : score < 0 ? `W+${Math.round(-score)}` : "0"}
        </text>
      ))}
    </svg>
  );
}
