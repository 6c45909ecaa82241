import { vertexOf } from "../points";
import { useTable } from "../table";

/** Rings around stones in danger; or around those of the fight that is pointed at alone. */
export function WeakMarks({ size, shown }: { size: number; shown: number | null }) {
  const fights = useTable((view) => view.danger?.fights ?? null);
  if (!fights) return null;
  const rung = fights.filter((_, number) => shown === null || shown === number).flatMap(({ in_danger }) => in_danger);
  return (
    <>
      {rung.map((name) => {
        const vertex = vertexOf(name, size);
        return vertex && <div key={name} class="weak-mark" style={{ left: `${vertex[0]}em`, top: `${vertex[1]}em` }} />;
      })}
    </>
  );
}
