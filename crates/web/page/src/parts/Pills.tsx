import type { ComponentChildren } from "preact";

/** A choice with all its possibilities in sight. */
export function Pills<T extends string | number>(props: {
  label: string;
  value: T;
  among: readonly T[];
  name: (value: T) => string;
  choose: (value: T) => void;
  children?: ComponentChildren;
}) {
  return (
    <fieldset class="pills">
      <legend>{props.label}</legend>
      {props.among.map((value) => (
        <label key={value} class="pill">
          <input
            type="radio"
            name={props.label}
            checked={value === props.value}
            onChange={() => props.choose(value)}
          />
          <span>{props.name(value)}</span>
        </label>
      ))}
      {props.children}
    </fieldset>
  );
}
