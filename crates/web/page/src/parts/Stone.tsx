import type { Colour } from "../messages";

export function Stone({ colour }: { colour: Colour }) {
  return <span class={`stone ${colour}`} aria-hidden="true" />;
}
