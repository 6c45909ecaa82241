// What a partner likes, and a small picture of where that is.

import { characters } from "./generated";
import { played } from "./characterGames";

export type Character = keyof typeof characters;
export const characterWords = Object.keys(characters) as Character[];
export const isCharacter = (value: unknown): value is Character => characterWords.includes(value as Character);

/** The side of the picture's board, and the player's stone on it. */
export const side = 9;
export const stone = { x: 3, y: 5 };

/** How much it likes a point, from 0 to 1, by the line from the edge and the distance to the player's last stone. */
const tastes: Record<Character, ((line: number, distance: number) => number) | null> = {
  none: null,
  centre: (line) => [0, 0, 0.2, 0.6, 0.9, 1][line] ?? 0,
  edge: (line) => [0, 1, 0.8, 0.3, 0, 0][line] ?? 0,
  local: (_, distance) => (distance <= 2 ? 1 : distance <= 3 ? 0.5 : 0),
  tenuki: (_, distance) => (distance > 4 ? 0.9 : distance > 3 ? 0.3 : 0),
  fighting: (_, distance) => (distance <= 1 ? 1 : distance < 2 ? 0.6 : 0),
  peaceful: (line, distance) => (distance < 3 || line === 1 ? 0 : 0.6),
  territory: (line) => [0, 0.2, 1, 0.8, 0, 0][line] ?? 0,
  influence: (line) => [0, 0, 0, 0.2, 1, 0.9][line] ?? 0,
  // It has an opinion on every position, and no favourite place.
  opener: null,
  // These were trained, and show where they have played.
  "centre-trained": null,
  "edge-trained": null,
  "defence-trained": null,
  "offence-trained": null,
  optimist: null,
  pessimist: null,
};

/** Whether the picture has the player's stone: what it likes depends on it. */
export const hasStone = (character: Character) => ["local", "tenuki", "fighting", "peaceful"].includes(character);

/** How much every point is liked, row by row; nothing where there is no taste to show. */
export function liked(character: Character): number[] | null {
  const taste = tastes[character];
  if (!taste) return played[character] ?? null;
  return Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)];
    const line = Math.min(x, y, side - 1 - x, side - 1 - y) + 1;
    const distance = Math.hypot(x - stone.x, y - stone.y);
    return hasStone(character) && distance === 0 ? 0 : taste(line, distance);
  });
}
