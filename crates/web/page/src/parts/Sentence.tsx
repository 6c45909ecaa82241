import { useState } from "preact/hooks";
import { Firsts, pictures, piecesOf } from "../glossary";
import type { Term } from "../glossary";
import { texts } from "../texts";
import { InfoDialog } from "./InfoDialog";
import { MiniBoard } from "./MiniBoard";

const firsts = new Firsts();
const pictureSize = 5;

/** What the partner says. A word that pupils learn can be clicked where it appears first in a game. */
export function Sentence({ game, words }: { game: string; words: string }) {
  const [asked, ask] = useState<Term | null>(null);
  return (
    <>
      {piecesOf(words).map(({ text, term }, i) =>
        term && firsts.isFirst(game, term, words) ? (
          <button key={i} type="button" class="term" title={texts.glossary.open} onClick={() => ask(term)}>
            {text}
          </button>
        ) : (
          text
        ),
      )}
      {asked && (
        <InfoDialog title={texts.glossary.names[asked]} close={() => ask(null)}>
          <div class="term-picture" aria-hidden="true">
            <MiniBoard size={pictureSize} stones={pictures[asked].stones} critical={marked(pictures[asked].marks)} />
          </div>
          <p>{texts.glossary.means[asked]}</p>
        </InfoDialog>
      )}
    </>
  );
}

const marked = (marks: readonly number[]) =>
  Array.from({ length: pictureSize ** 2 }, (_, i) => (marks.includes(i) ? mark : 0));
const mark = 60;
