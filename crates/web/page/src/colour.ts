export type { Colour } from "./generated";
