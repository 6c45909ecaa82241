import { useTable } from "../table";

/** Squares as large as it matters who holds the point for one way to end, in that side's colour. */
export function CriticalMarks({ size, cluster }: { size: number; cluster: number }) {
  const critical = useTable((view) => view.danger?.clusters[cluster]?.critical ?? null, [cluster]);
  if (critical?.length !== size * size) return null;
  return (
    <>
      {critical.map((hundredths, i) => {
        const wide = (Math.abs(hundredths) / 100) * 0.8;
        if (wide < 0.06) return null;
        const at = (1 - wide) / 2;
        return (
          <div
            key={i}
            class={`critical ${hundredths > 0 ? "black" : "white"}`}
            style={{
              left: `${(i % size) + at}em`,
              top: `${Math.floor(i / size) + at}em`,
              width: `${wide}em`,
              height: `${wide}em`,
            }}
          />
        );
      })}
    </>
  );
}
