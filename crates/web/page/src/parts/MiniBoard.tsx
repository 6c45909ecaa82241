import { useEffect, useRef } from "preact/hooks";

const grain = 10;

interface Props {
  size: number;
  stones: string;
  /** In hundredths, above 0 where Black must hold a point, below where White must. */
  critical: number[];
}

/** A small board with what decides one way to end. */
export function MiniBoard({ size, stones, critical }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const middle = (i: number) => (i + 0.5) * grain;
    context.fillStyle = "#e8c07a";
    context.fillRect(0, 0, size * grain, size * grain);
    context.strokeStyle = "#8a6a35";
    context.lineWidth = 0.5;
    context.beginPath();
    for (let i = 0; i < size; i++) {
      context.moveTo(middle(i), middle(0));
      context.lineTo(middle(i), middle(size - 1));
      context.moveTo(middle(0), middle(i));
      context.lineTo(middle(size - 1), middle(i));
    }
    context.stroke();
    [...stones].forEach((stone, i) => {
      if (stone === ".") return;
      context.beginPath();
      context.arc(middle(i % size), middle(Math.floor(i / size)), grain * 0.46, 0, 2 * Math.PI);
      context.fillStyle = stone === "X" ? "#111" : "#fafafa";
      context.fill();
      context.strokeStyle = "#555";
      context.stroke();
    });
    critical.forEach((hundredths, i) => {
      const wide = (Math.abs(hundredths) / 100) * grain * 0.8;
      if (wide < 0.8) return;
      context.fillStyle = hundredths > 0 ? "#111" : "#fff";
      context.strokeStyle = hundredths > 0 ? "#fff" : "#111";
      context.beginPath();
      context.rect(middle(i % size) - wide / 2, middle(Math.floor(i / size)) - wide / 2, wide, wide);
      context.fill();
      context.stroke();
    });
  }, [size, stones, critical]);
  return <canvas ref={canvas} class="mini-board" width={size * grain} height={size * grain} />;
}
