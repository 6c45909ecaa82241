import { vertexOf } from "../points";

/** Rings around the stones that the partner sees otherwise than the count. */
export function ObjectionMarks({ stones, size }: { stones: string[]; size: number }) {
  return (
    <>
      {stones.map((name) => {
        const vertex = vertexOf(name, size);
        return (
          vertex && <div key={name} class="objection-mark" style={{ left: `${vertex[0]}em`, top: `${vertex[1]}em` }} />
        );
      })}
    </>
  );
}
