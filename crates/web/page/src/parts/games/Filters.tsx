import type { Listed } from "../../libraryMessages";
import { outcomes } from "../../ownGames";
import type { Filter } from "../../ownGames";
import { texts } from "../../texts";
import { Pick } from "../Pick";

interface Props {
  games: Listed[];
  filter: Filter;
  setFilter: (filter: Filter) => void;
}

const spans = [0, 7, 30, 365];

export function Filters({ games, filter, setFilter }: Props) {
  const set = (change: Partial<Filter>) => setFilter({ ...filter, ...change });
  const sizes = [...new Set(games.map(({ size }) => size))].sort((a, b) => a - b);
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label class="field">
        <span>{texts.library.search}</span>
        <input
          class="number wide"
          type="search"
          value={filter.text}
          maxLength={100}
          onInput={(event) => set({ text: event.currentTarget.value })}
        />
      </label>
      <Pick
        label={texts.library.outcome}
        value={filter.outcome}
        among={["all", ...outcomes] as const}
        name={(outcome) => texts.library.outcomes[outcome]}
        choose={(outcome) => set({ outcome })}
      />
      <Pick
        label={texts.size}
        value={filter.size}
        among={[0, ...sizes]}
        name={(size) => (size === 0 ? texts.library.allSizes : texts.sizeName(size))}
        choose={(size) => set({ size })}
      />
      <Pick
        label={texts.library.when}
        value={filter.days}
        among={spans}
        name={texts.library.days}
        choose={(days) => set({ days })}
      />
    </form>
  );
}
