// The views into the engine, of which one is open.

export const tabs = ["moves", "curve", "fights", "tree", "why", "graph"] as const;
export type Tab = (typeof tabs)[number];

/** The view that is wanted, or none: then a phone shows what the partner says. Elsewhere the first view is open, unless the partner plays like a person. */
export type OpenTab = Tab | "talk";

export const isOpenTab = (value: unknown): value is OpenTab => value === "talk" || tabs.includes(value as Tab);
