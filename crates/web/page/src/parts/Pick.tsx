/** A choice out of a list, with its label. */
export function Pick<T extends string | number>(props: {
  label: string;
  value: T;
  among: readonly T[];
  name: (value: T) => string;
  choose: (value: T) => void;
}) {
  return (
    <label class="field">
      <span>{props.label}</span>
      <select
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
  );
}
