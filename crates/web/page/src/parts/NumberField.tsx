import { useState } from "preact/hooks";

interface Props {
  label: string;
  value: number;
  least: number;
  most: number;
  step: number;
  choose: (value: number) => void;
}

/** A number that is taken over only while it is a sensible one; what is being typed may be anything. */
export function NumberField({ label, value, least, most, step, choose }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      type="number"
      class="number"
      aria-label={label}
      min={least}
      max={most}
      step={step}
      value={typed ?? value}
      onInput={(event) => {
        const text = event.currentTarget.value;
        const number = Number(text);
        setTyped(text);
        if (text !== "" && number >= least && number <= most && Number.isInteger(number / step)) choose(number);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
