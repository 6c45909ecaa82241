import { Goban as Shudan } from "@sabaki/shudan";
import type { GobanProps } from "@sabaki/shudan";
import { memo } from "preact/compat";
import { useEffect, useRef, useState } from "preact/hooks";

interface Props extends Omit<GobanProps, "vertexSize" | "showCoordinates" | "signMap"> {
  signMap: NonNullable<GobanProps["signMap"]>;
}

/** Coordinates on both sides and the border, in sizes of a point. */
const around = 2.3;

/** Shudan's board, as large as the square that it is given. Drawn again only when something on it has changed. */
export const Goban = memo(function Goban(props: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // Whole pixels keep the lines sharp.
  const vertexSize = Math.max(8, Math.floor(width / (props.signMap.length + around)));
  return (
    // Shudan's markup means nothing when read aloud; BoardText tells what is on the board.
    <div class="goban-frame" ref={frame} aria-hidden="true">
      {width > 0 && <Shudan {...props} vertexSize={vertexSize} showCoordinates />}
    </div>
  );
});
