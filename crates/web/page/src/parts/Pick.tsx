import { useId } from "preact/hooks";

/** A choice out of a list, with its label and a line that says what is chosen. */
export function Pick<T extends string | number>(props: {
  label: string;
  value: T;
  among: readonly T[];
  name: (value: T) => string;
  choose: (value: T) => void;
  means?: string;
}) {
  const line = useId();
  return (
    <>
      <label class="field">
        <span>{props.label}</span>
        <select
          aria-describedby={props.means ? line : undefined}
          onChange={(event) => {
            const chosen = props.among[event.currentTarget.selectedIndex];
            if (chosen !== undefined) props.choose(chosen);
          }}
        >
          {props.among.map((value) => (
            <option key={value} selected={value === props.value}>
              {props.name(value)}
            </option>
          ))}
        </select>
      </label>
      {props.means && (
        <p class="means" id={line}>
          {props.means}
        </p>
      )}
    </>
  );
}
