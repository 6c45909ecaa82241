import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { library, useLibrary } from "../../library";
import type { Review } from "../../libraryMessages";
import { isTruth, useKept } from "../../kept";
import { useKeys } from "../../keys";
import { compact } from "../../media";
import { boardsOf } from "../../replay";
import { texts } from "../../texts";
import { useTheme } from "../../theme";
import { Head } from "../Head";
import { Help } from "../Help";
import { Notice } from "../Notice";
import { About } from "./About";
import { Fights } from "./Fights";
import { Here } from "./Here";
import { Mistakes } from "./Mistakes";
import { ReviewBoard } from "./ReviewBoard";
import type { Line } from "./ReviewBoard";
import { ReviewGraph } from "./ReviewGraph";
import { Stepper } from "./Stepper";
import { Summaries } from "./Summaries";

/** A game of before. */
export function ReviewPage({ id, start }: { id: string; start: boolean }) {
  const review = useLibrary((shelf) => shelf.review);
  const [theme, turnTheme] = useTheme();
  const [sounds, setSounds] = useKept("sounds", false, isTruth);
  const [help, setHelp] = useState(false);
  useEffect(() => library.open(id, start), [id, start]);
  return (
    <>
      <Head {...{ theme, turnTheme, sounds, setSounds }} openHelp={() => setHelp(true)} />
      <Notice />
      {review ? (
        <Reviewed review={review} theme={theme} />
      ) : (
        <main class="table">
          <p class="opening">{texts.openingGame}</p>
        </main>
      )}
      {help && <Help close={() => setHelp(false)} />}
    </>
  );
}

function Reviewed({ review, theme }: { review: Review; theme: ReturnType<typeof useTheme>[0] }) {
  const { game, found } = review;
  const last = game.moves.length;
  const [at, setAt] = useState(0);
  const [line, setLine] = useState<Line | null>(null);
  const [fight, setFight] = useState<number | null>(null);
  const boards = useMemo(() => boardsOf(game), [review.id, last]);

  // A phone has no room for a list and for what is said of the position: what was chosen in the list is said on top.
  const sides = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (matchMedia(compact).matches) sides.current?.scrollTo(0, 0);
  }, [at, line, fight]);

  const step = (to: number) => {
    setLine(null);
    setFight(null);
    setAt(Math.max(0, Math.min(last, to)));
  };
  /** The position before a mistake, with the better line or with what was played. */
  const showMistake = (after: number, which: Line["which"]) => {
    const mistake = found?.mistakes.find((mistake) => mistake.after === after);
    if (!mistake) return;
    setFight(null);
    setAt(after);
    setLine({
      which,
      first: mistake.colour,
      ...(which === "better"
        ? { moves: mistake.better, instead: mistake.played }
        : { moves: [mistake.played, ...mistake.answer] }),
    });
  };
  const showFight = (number: number) => {
    const story = found?.fights[number];
    if (!story) return;
    setLine(null);
    setAt(story.peak);
    setFight(number);
  };
  const toMistake = (forward: boolean) => {
    const mistakes = found?.mistakes ?? [];
    // From within a mistake's line the next one is another.
    const next = forward
      ? mistakes.find(({ after }) => after > at || (after === at && line === null))
      : mistakes.filter(({ after }) => after < at).at(-1);
    if (next) showMistake(next.after, "better");
  };

  useKeys({
    ArrowLeft: () => step(at - 1),
    ArrowRight: () => step(at + 1),
    ArrowUp: () => toMistake(false),
    ArrowDown: () => toMistake(true),
    PageUp: () => step(at - 10),
    PageDown: () => step(at + 10),
    Home: () => step(0),
    End: () => step(last),
    Escape: () => step(at),
  });

  return (
    <main class="table reviewed">
      <div class="board-side">
        <ReviewBoard
          game={game}
          board={boards[at]!}
          at={at}
          line={line}
          fight={shownFight(review, fight, at)}
          goBack={() => step(at)}
        />
        <Stepper {...{ at, last, step }} before={game.moves_before} toMistake={found?.mistakes.length ? toMistake : null} />
      </div>
      <div class="sides" ref={sides}>
        <div class="play-side">
          <About review={review} />
          <Here review={review} at={at} line={line} showMistake={showMistake} showLine={setLine} step={step} />
          {found && <Mistakes review={review} found={found} at={at} line={line} showMistake={showMistake} />}
        </div>
        <div class="view-side">
          <ReviewGraph review={review} at={at} step={step} theme={theme} />
          {found && <Fights found={found} last={last} shown={fight} at={at} showFight={showFight} />}
          {found && <Summaries game={game} found={found} />}
        </div>
      </div>
    </main>
  );
}

/** The points of the fight that is shown, as it was last seen at this move. */
function shownFight({ found }: Review, number: number | null, at: number): string[] {
  const looks = number === null ? [] : (found?.fights[number]?.looks ?? []);
  return (looks.filter(({ after }) => after <= at).at(-1) ?? looks[0])?.points ?? [];
}
