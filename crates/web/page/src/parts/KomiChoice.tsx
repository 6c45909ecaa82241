import { firstOwnKomi, mostKomi } from "../choice";
import { texts } from "../texts";
import { NumberField } from "./NumberField";

export function KomiChoice({ komi, choose }: { komi: number | null; choose: (komi: number | null) => void }) {
  return (
    <fieldset class="komi">
      <legend>{texts.komi}</legend>
      <label>
        <input type="radio" name="komi" checked={komi === null} onChange={() => choose(null)} /> {texts.komiUsual}
      </label>
      <span>
        <label>
          <input type="radio" name="komi" checked={komi !== null} onChange={() => choose(firstOwnKomi)} />{" "}
          {texts.komiOwn}
        </label>{" "}
        <NumberField
          label={texts.komiOwnLabel}
          value={komi ?? firstOwnKomi}
          least={-mostKomi}
          most={mostKomi}
          step={0.5}
          choose={choose}
        />
      </span>
    </fieldset>
  );
}
