import { useEffect } from "preact/hooks";
import { library } from "../library";
import { usePlace } from "../place";
import { DropFile } from "./DropFile";
import { GamesPage } from "./games/GamesPage";
import { LearnPage } from "./learn/LearnPage";
import { OpeningsPage } from "./openings/OpeningsPage";
import { Page } from "./Page";
import { ReviewPage } from "./review/ReviewPage";

/** The view that the address names. */
export function App() {
  const place = usePlace();
  // A view begins at its top.
  useEffect(() => scrollTo(0, 0), [place.view]);
  return (
    <DropFile dropped={(files) => void library.bringAlong(files)}>
      {place.view === "play" && <Page />}
      {place.view === "games" && <GamesPage />}
      {place.view === "learn" && <LearnPage step={place.step} />}
      {place.view === "openings" && <OpeningsPage part={place.part} />}
      {place.view === "game" && <ReviewPage key={place.id} id={place.id} start={place.start} />}
    </DropFile>
  );
}
