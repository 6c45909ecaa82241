import type { Colour } from "../colour";

export function Stone({ colour }: { colour: Colour }) {
  return <span class={`stone ${colour}`} aria-hidden="true" />;
}
