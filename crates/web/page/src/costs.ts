// What moves cost, in words and colours.

/** Points from which on a move is called the next worse thing. */
export const costSteps = [0.5, 1.5, 3, 6, 12] as const;
export const costNames = ["good", "small", "inaccurate", "mistake", "bad", "terrible"] as const;
export type CostName = (typeof costNames)[number];

export function costOf(points: number): CostName {
  const step = costSteps.findIndex((least) => points < least);
  return costNames[step < 0 ? costSteps.length : step] ?? "terrible";
}
