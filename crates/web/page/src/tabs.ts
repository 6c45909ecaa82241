// The views into the engine, of which one is open.

export const tabs = ["moves", "curve", "fights", "tree"] as const;
export type Tab = (typeof tabs)[number];

export const isTab = (value: unknown): value is Tab => tabs.includes(value as Tab);
