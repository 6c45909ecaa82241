import { clocks } from "../choice";
import type { ClockWish } from "../inside";
import { texts } from "../texts";
import { NumberField } from "./NumberField";
import { Pick } from "./Pick";

const own = "own";
const none = "none";
const same = (a: ClockWish, b: ClockWish) => a.main === b.main && a.periods === b.periods && a.period === b.period;

/** No clock, a usual one, or one's own. */
export function ClockChoice({ clock, choose }: { clock: ClockWish | null; choose: (clock: ClockWish | null) => void }) {
  const names = clocks.map(texts.clockName);
  const place = clock ? clocks.findIndex((usual) => same(usual, clock)) : -1;
  const value = clock ? (names[place] ?? own) : none;
  const change = (part: Partial<ClockWish>) => clock && choose({ ...clock, ...part });
  return (
    <div class="clock-choice">
      <Pick
        label={texts.clock}
        value={value}
        among={[none, ...names, own]}
        name={(name) => (name === none ? texts.clockNone : name === own ? texts.clockOwn : name)}
        choose={(name) => {
          if (name === none) choose(null);
          // A clock of one's own starts from one that is not among the usual ones.
          else if (name === own) choose({ main: 180, periods: 3, period: 15 });
          else choose(clocks[names.indexOf(name)] ?? null);
        }}
      />
      {clock && value === own && (
        <div class="own-clock">
          <label>
            <span>{texts.clockMain}</span>
            <NumberField label={texts.clockMain} value={clock.main / 60} least={0} most={600} step={1} choose={(minutes) => change({ main: minutes * 60 })} />
          </label>
          <label>
            <span>{texts.clockPeriods}</span>
            <NumberField label={texts.clockPeriods} value={clock.periods} least={1} most={99} step={1} choose={(periods) => change({ periods })} />
          </label>
          <label>
            <span>{texts.clockPeriod}</span>
            <NumberField label={texts.clockPeriod} value={clock.period} least={1} most={3600} step={1} choose={(period) => change({ period })} />
          </label>
        </div>
      )}
    </div>
  );
}
