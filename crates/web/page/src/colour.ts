export type Colour = "black" | "white";
