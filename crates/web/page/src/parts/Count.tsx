import { countRows } from "../count";
import type { Count as Counted } from "../messages";
import { texts } from "../texts";
import { Stone } from "./Stone";

/** How the score comes about, line by line, as players count it. */
export function Count({ count }: { count: Counted }) {
  return (
    <table class="count">
      <caption>{texts.counted.by[count.scoring]}</caption>
      <thead>
        <tr>
          <td />
          {(["black", "white"] as const).map((colour) => (
            <th key={colour} scope="col">
              <Stone colour={colour} />
              <span class="heard">{texts.colours[colour]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {countRows(count).map(({ name, black, white }) => (
          <tr key={name} class={name === "total" ? "total" : ""}>
            <th scope="row">{texts.counted.rows[name]}</th>
            <td>{black}</td>
            <td>{white}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
