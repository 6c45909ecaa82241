import type { Comparison } from "../../openingMessages";
import { texts } from "../../texts";

const words = texts.openings;
const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

/** The result so far, with its interval. */
export function Score({ comparison }: { comparison: Comparison }) {
  const { score, wins, draws, losses, of } = comparison;
  const played = wins + draws + losses;
  return (
    <div class="score">
      <div class="progress-line">
        <progress max={of} value={played} aria-label={words.games(played, of)} />
        <span>{words.games(played, of)}</span>
      </div>
      <p>
        <strong role="status">{words.verdict(comparison)}</strong> {score && words.won(comparison)} {score && words.score(...score)}
      </p>
      {score && (
        <div class="share" role="img" aria-label={`${words.scale}: ${words.score(...score)}`}>
          <div class="interval" style={{ left: percent(score[1]), width: percent(score[2] - score[1]) }} />
          <div class="mean" style={{ left: percent(score[0]) }} />
          <span class="least">0%</span>
          <span class="even">50%</span>
          <span class="most">100%</span>
        </div>
      )}
    </div>
  );
}
