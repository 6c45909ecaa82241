// A tap on a small point often meets its neighbour: it can be made to place a stone that a second tap confirms.

export const confirmations = ["large", "always", "never"] as const;
export type Confirmation = (typeof confirmations)[number];

export const isConfirmation = (value: unknown): value is Confirmation => confirmations.includes(value as Confirmation);
export const nextConfirmation = (now: Confirmation): Confirmation =>
  confirmations[(confirmations.indexOf(now) + 1) % confirmations.length] ?? "large";

/** Boards whose points are smaller than a fingertip on a phone. */
const large = 15;

/** Whether a tap on a board of this size waits for a second one. */
export const asksFirst = (confirmation: Confirmation, size: number) =>
  confirmation === "always" || (confirmation === "large" && size >= large);
