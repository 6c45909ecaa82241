import type { Vertex } from "@sabaki/shudan";
import type { Colour } from "../colour";

/** The stone under a finger, with lines to the edges, because the finger covers the stone itself. */
export function Ghost({ at: [x, y], colour, size }: { at: Vertex; colour: Colour | null; size: number }) {
  if (!colour) return null;
  return (
    <>
      <div class="aim across" style={{ top: `${y + 0.5}em`, width: `${size}em` }} />
      <div class="aim down" style={{ left: `${x + 0.5}em`, height: `${size}em` }} />
      <div class={`ghost ${colour}`} style={{ left: `${x}em`, top: `${y}em` }} />
    </>
  );
}
