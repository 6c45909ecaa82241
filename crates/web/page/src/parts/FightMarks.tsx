import { fightColour, middleOf } from "../danger";
import { useTable } from "../table";
import { vertexOf } from "../points";

/** The fights, each in a colour of its own and with its number. */
export function FightMarks({ size, shown }: { size: number; shown: number | null }) {
  const fights = useTable((view) => view.danger?.fights ?? null);
  if (!fights) return null;
  return (
    <>
      {fights.map((fight, number) => {
        if (shown !== null && shown !== number) return null;
        const colour = fightColour(number);
        const middle = middleOf(fight.points, size);
        return (
          <div key={number} class="fight-marks" style={{ "--fight": colour }}>
            {fight.points.map((name) => {
              const vertex = vertexOf(name, size);
              return vertex && <div key={name} class="fight-point" style={{ left: `${vertex[0]}em`, top: `${vertex[1]}em` }} />;
            })}
            {middle && (
              <div class="fight-number" style={{ left: `${middle[0]}em`, top: `${middle[1]}em` }}>
                {number + 1}
              </div>
            )}
          </div>
        );
      })}
    </>
  );
}
