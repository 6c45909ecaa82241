import { useEffect, useRef } from "preact/hooks";
import { useTable } from "../table";

/** Pixels of the canvas for a point: squares need no more. */
const grain = 24;
/** Shares below this are nobody's. */
const least = 0.15;

/** Whose points the engine thinks they are. A canvas, because it changes all over at once, many times a second. */
export function Territory({ size, owners }: { size: number; owners: number[] | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    context.clearRect(0, 0, size * grain, size * grain);
    if (owners?.length !== size * size) return;
    owners.forEach((share, i) => {
      const sure = Math.min(1, Math.abs(share));
      if (sure < least) return;
      // Even, so that it sits in the middle.
      const side = 2 * Math.round(grain * (0.08 + 0.16 * sure));
      const from = (grain - side) / 2;
      context.globalAlpha = 0.3 + 0.5 * sure;
      context.fillStyle = share > 0 ? "#111" : "#fff";
      context.fillRect((i % size) * grain + from, Math.floor(i / size) * grain + from, side, side);
    });
  }, [owners, size]);
  return <canvas ref={canvas} class="territory" width={size * grain} height={size * grain} />;
}

/** That of the game at the table. */
export function TableTerritory({ size }: { size: number }) {
  return <Territory size={size} owners={useTable((view) => view.owners)} />;
}
