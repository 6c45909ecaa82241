import { useRef } from "preact/hooks";
import { library, useLibrary } from "../library";
import { addressOf, usePlace } from "../place";
import { texts } from "../texts";
import { Button } from "./Button";

/** From view to view. */
export function Nav() {
  const { view } = usePlace();
  const bringing = useLibrary((shelf) => shelf.bringing);
  const chooser = useRef<HTMLInputElement>(null);
  const link = (to: "play" | "games", words: string) => (
    <a class="button quiet" href={addressOf({ view: to })} aria-current={view === to ? "page" : undefined}>
      {words}
    </a>
  );
  return (
    <nav class="nav" aria-label={texts.library.views}>
      {link("play", texts.library.play)}
      {link("games", texts.library.myGames)}
      <Button kind="quiet" off={bringing} title={texts.library.openFileMeans} act={() => chooser.current?.click()}>
        {texts.library.openFile}
      </Button>
      <input
        ref={chooser}
        hidden
        type="file"
        accept=".sgf,application/x-go-sgf"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file may be chosen again.
          event.currentTarget.value = "";
          if (file) void library.bringAlong(file);
        }}
      />
    </nav>
  );
}
