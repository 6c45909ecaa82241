// Reading the curve of chances over bonus points: it is told in steps, from fewer points to more.

export type CurvePoints = readonly (readonly [number, number])[];

/** Black's chance with a bonus for Black; null where there is no curve. Beyond its ends it stays as it is there. */
export function chanceAt(curve: CurvePoints, bonus: number): number | null {
  const first = curve[0];
  const last = curve.at(-1);
  if (!first || !last) return null;
  if (bonus <= first[0]) return first[1];
  for (const [i, [x, chance]] of curve.entries()) {
    const before = curve[i - 1];
    if (before && bonus <= x) return before[1] + ((chance - before[1]) * (bonus - before[0])) / (x - before[0]);
  }
  return last[1];
}

/** The bonus for Black that would make the game even; null where none in sight does. */
export function evenAt(curve: CurvePoints): number | null {
  for (const [i, [x, chance]] of curve.entries()) {
    const before = curve[i - 1];
    if (!before || before[1] > 0.5 || chance < 0.5) continue;
    return chance === before[1] ? x : before[0] + ((0.5 - before[1]) * (x - before[0])) / (chance - before[1]);
  }
  return null;
}
