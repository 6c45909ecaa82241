import { leastSize, mostSize, usualSizes } from "../choice";
import { texts } from "../texts";
import { NumberField } from "./NumberField";
import { Pills } from "./Pills";

export function SizeChoice({ size, choose }: { size: number; choose: (size: number) => void }) {
  return (
    <Pills label={texts.size} value={size} among={usualSizes} name={texts.sizeName} choose={choose}>
      <label class="other-size">
        <span>{texts.otherSize}</span>
        <NumberField label={texts.otherSize} value={size} least={leastSize} most={mostSize} step={1} choose={choose} />
      </label>
    </Pills>
  );
}
