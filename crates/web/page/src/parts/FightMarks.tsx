import { fightColour, middleOf } from "../danger";
import { useTable } from "../table";
import { vertexOf } from "../points";
import type { Sign } from "../signs";

/** The fights, each in a colour of its own and with its number. */
export function FightMarks({ signs, shown }: { signs: Sign[][]; shown: number | null }) {
  const size = signs.length;
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
              if (!vertex) return null;
              const stone = signs[vertex[1]]?.[vertex[0]] === 0 ? "" : "stone-there";
              return (
                <div key={name} class={`fight-point ${stone}`} style={{ left: `${vertex[0]}em`, top: `${vertex[1]}em` }} />
              );
            })}
            {middle && (
              <div class="fight-number" style={{ left: `${middle[0]}em`, top: `${middle[1]}em` }}>
                <span>{number + 1}</span>
              </div>
            )}
          </div>
        );
      })}
    </>
  );
}
