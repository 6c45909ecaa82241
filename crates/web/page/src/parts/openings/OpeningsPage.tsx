import { useEffect, useState } from "preact/hooks";
import { isTruth, useKept } from "../../kept";
import { openings } from "../../openings";
import { addressOf, openingsParts } from "../../place";
import type { OpeningsPart } from "../../place";
import { texts } from "../../texts";
import { useTheme } from "../../theme";
import { Head } from "../Head";
import { Help } from "../Help";
import { Notice } from "../Notice";
import { CompareOpeners } from "./CompareOpeners";
import { LearnOpener } from "./LearnOpener";
import { PlayOpener } from "./PlayOpener";

/** Players that learn to open: watched, played against, compared. */
export function OpeningsPage({ part }: { part: OpeningsPart }) {
  const [theme, turnTheme] = useTheme();
  const [sounds, setSounds] = useKept("sounds", false, isTruth);
  const [help, setHelp] = useState(false);
  useEffect(() => openings.open(), []);
  const openHelp = () => setHelp(true);
  const parts = (
    <nav class="openings-parts" aria-label={texts.openings.partsLabel}>
      {openingsParts.map((one) => (
        <a key={one} class="button quiet" href={addressOf({ view: "openings", part: one })} aria-current={one === part ? "page" : undefined}>
          {texts.openings.parts[one]}
        </a>
      ))}
    </nav>
  );
  return (
    <>
      <Head {...{ theme, turnTheme, sounds, setSounds, openHelp }} />
      <Notice />
      {part === "learn" && <LearnOpener theme={theme} parts={parts} openHelp={openHelp} />}
      {part === "play" && <PlayOpener parts={parts} openHelp={openHelp} />}
      {part === "compare" && <CompareOpeners parts={parts} openHelp={openHelp} />}
      {help && <Help close={() => setHelp(false)} />}
    </>
  );
}
