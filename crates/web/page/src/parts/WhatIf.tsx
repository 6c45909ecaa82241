/** Lies on the edge of a board that shows what is not in the game, and says so. */
export function WhatIf({ words, goBack }: { words: string; goBack: (() => void) | null }) {
  return (
    <div class="ribbon" aria-live="polite">
      {goBack ? (
        <button type="button" onClick={goBack}>
          {words}
        </button>
      ) : (
        <span>{words}</span>
      )}
    </div>
  );
}
