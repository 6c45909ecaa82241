import { vertexOf } from "../points";
import { useTable } from "../table";

/** Rings around stones in danger; or around those that are pointed at alone. */
export function WeakMarks({ size, shown }: { size: number; shown: string[] | null }) {
  const weak = useTable((view) => view.danger?.weak ?? null);
  if (!weak) return null;
  return (
    <>
      {(shown ?? weak.flatMap(({ stones }) => stones)).map((name) => {
        const vertex = vertexOf(name, size);
        return vertex && <div key={name} class="weak-mark" style={{ left: `${vertex[0]}em`, top: `${vertex[1]}em` }} />;
      })}
    </>
  );
}
