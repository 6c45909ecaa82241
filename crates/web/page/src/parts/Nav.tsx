import { addressOf, usePlace } from "../place";
import type { Place } from "../place";
import { texts } from "../texts";

/** From view to view. */
export function Nav() {
  const { view } = usePlace();
  const link = (to: Place, words: string) => (
    <a class="button quiet" href={addressOf(to)} aria-current={view === to.view ? "page" : undefined}>
      {words}
    </a>
  );
  return (
    <nav class="nav" aria-label={texts.library.views}>
      {link({ view: "play" }, texts.library.play)}
      {link({ view: "games" }, texts.library.myGames)}
      {link({ view: "openings", part: "learn" }, texts.openings.name)}
    </nav>
  );
}
