import { hasStone, liked, side, stone } from "../character";
import type { Character } from "../character";

/** Where a partner likes to play. What it means is said in words beside it. */
export function CharacterPicture({ character }: { character: Character }) {
  const points = liked(character);
  if (!points) return null;
  const lines = Array.from({ length: side }, (_, i) => `M0.5 ${i + 0.5}h${side - 1}M${i + 0.5} 0.5v${side - 1}`).join("");
  return (
    <svg class="character-picture" viewBox={`0 0 ${side} ${side}`} aria-hidden="true">
      <path class="lines" d={lines} />
      {points.map((share, i) =>
        share > 0 ? (
          <circle key={i} cx={(i % side) + 0.5} cy={Math.floor(i / side) + 0.5} r={0.18 + 0.26 * share} opacity={0.35 + 0.6 * share} />
        ) : null,
      )}
      {hasStone(character) && <circle class="stone" cx={stone.x + 0.5} cy={stone.y + 0.5} r="0.46" />}
    </svg>
  );
}
