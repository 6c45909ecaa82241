// Where the user is on the page. It stands in the address, so that the browser's own buttons work.

import { useEffect, useState } from "preact/hooks";
import { isLessonStep } from "./messages";
import type { LessonStep } from "./messages";

export type Place =
  | { view: "play" }
  | { view: "games" }
  | { view: "game"; id: string; start: boolean }
  | { view: "learn"; step: LessonStep }
  | { view: "openings"; part: OpeningsPart };

/** What can be done with players that learn to open. */
export const openingsParts = ["learn", "play", "compare"] as const;
export type OpeningsPart = (typeof openingsParts)[number];

export const addressOf = (place: Place): string => {
  if (place.view === "play") return "#";
  if (place.view === "games") return "#games";
  if (place.view === "learn") return `#learn/${place.step}`;
  if (place.view === "openings") return `#openings/${place.part}`;
  return `#${place.start ? "review" : "game"}/${place.id}`;
};

export function placeOf(hash: string): Place {
  const [word, id] = hash.replace(/^#/, "").split("/");
  if (word === "games") return { view: "games" };
  if (word === "learn") return { view: "learn", step: isLessonStep(id) ? id : "capture" };
  if (word === "openings") return { view: "openings", part: openingsParts.find((part) => part === id) ?? "learn" };
  if ((word === "game" || word === "review") && id !== undefined && /^[A-Za-z0-9]+$/.test(id)) {
    return { view: "game", id, start: word === "review" };
  }
  return { view: "play" };
}

export function goTo(place: Place): void {
  location.hash = addressOf(place);
}

export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = () => setHash(location.hash);
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return placeOf(hash);
}
