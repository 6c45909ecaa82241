import { useTable } from "../table";
import { texts } from "../texts";

/** Says moves aloud as they are played, and the point under the cursor. */
export function Live({ cursor }: { cursor: string }) {
  const moved = useTable(({ game }) => {
    const last = game?.moves.at(-1);
    return last ? texts.moved(...last) : "";
  });
  const phase = useTable(({ game }) => (game ? texts.phases[game.phase] : ""));
  const result = useTable(({ game }) => (game?.result ? texts.result(game.result) : ""));
  return (
    <>
      <p class="heard" role="status" aria-live="polite">
        {[moved, phase, result].filter(Boolean).join(". ")}
      </p>
      <p class="heard" aria-live="polite">
        {cursor}
      </p>
    </>
  );
}
