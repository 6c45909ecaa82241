import { addressOf, usePlace } from "../place";
import { texts } from "../texts";

/** From view to view. */
export function Nav() {
  const { view } = usePlace();
  const link = (to: "play" | "games", words: string) => (
    <a class="button quiet" href={addressOf({ view: to })} aria-current={view === to ? "page" : undefined}>
      {words}
    </a>
  );
  return (
    <nav class="nav" aria-label={texts.library.views}>
      {link("play", texts.library.play)}
      {link("games", texts.library.myGames)}
    </nav>
  );
}
