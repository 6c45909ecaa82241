import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { library, useLibrary } from "../../library";
import type { Review } from "../../libraryMessages";
import { isTruth, useKept } from "../../kept";
import { useKeys } from "../../keys";
import { compact } from "../../media";
import { nameOf, vertexOf } from "../../points";
import { boardsOf, turnAfter } from "../../replay";
import { layOut, otherColour } from "../../signs";
import { table } from "../../table";
import { texts } from "../../texts";
import { useTheme } from "../../theme";
import { tryMove } from "../../trying";
import { notesAt, wholeLine } from "../../variations";
import { Button } from "../Button";
import { Head } from "../Head";
import { Help } from "../Help";
import { Legend } from "../Legend";
import { Notice } from "../Notice";
import { Territory } from "../Territory";
import { Thoughts } from "../Thoughts";
import { About } from "./About";
import { Fights } from "./Fights";
import { Here } from "./Here";
import { Mistakes } from "./Mistakes";
import { PlayOn } from "./PlayOn";
import { ReviewBoard, isTrying } from "./ReviewBoard";
import type { Line } from "./ReviewBoard";
import { ReviewGraph } from "./ReviewGraph";
import { Stepper } from "./Stepper";
import { Summaries } from "./Summaries";
import { Trying } from "./Trying";

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

  const [looks, setLooks] = useKept("review-look", false, isTruth);
  const [territory, setTerritory] = useKept("review-territory", false, isTruth);
  const [dialog, setDialog] = useState<"play-on" | "legend" | null>(null);
  const explored = useLibrary((shelf) => shelf.explored);
  const impossible = useLibrary((shelf) => shelf.impossible);
  const first = line?.first ?? turnAfter(game, at);
  const moves = line?.moves ?? [];
  const turn = moves.length % 2 === 0 ? first : otherColour(first);
  const notes = useMemo(
    () => (isTrying(line) ? notesAt(game, line?.record ?? null, at + moves.length) : { comment: "", marks: [] }),
    [game, at, line],
  );

  useEffect(() => () => library.stopExploring(), []);
  useEffect(() => {
    if (looks || territory) library.explore(at, moves);
    else library.stopExploring();
  }, [looks || territory, at, moves.join()]);
  // The server knows rules that the page does not: then the move was never there.
  useEffect(() => {
    if (impossible !== null && line?.which === "tried") takeBack();
  }, [impossible]);

  const takeBack = () => {
    const left = moves.slice(0, -1);
    setLine(line && left.length > 0 ? { ...line, which: line.record === undefined ? "tried" : line.which, moves: left } : null);
  };
  const tryAt = (name: string) => {
    const laid = (moves: string[]) => layOut(boards[at]!, moves, first).signs;
    const vertex = vertexOf(name, game.width);
    const isPass = name.toLowerCase() === "pass";
    const before = moves.length > 0 ? laid(moves.slice(0, -1)) : (boards[at - 1] ?? null);
    if (!isPass && !(vertex && tryMove(laid(moves), before, vertex, turn))) {
      return table.complain(texts.review.notPossible(name));
    }
    table.forgetTrouble();
    setFight(null);
    setLine({ which: "tried", first, moves: [...moves, isPass || !vertex ? "pass" : nameOf(vertex, game.width)] });
  };
  const showRecord = (number: number) => {
    const whole = wholeLine(game, number);
    if (!whole) return;
    setFight(null);
    setAt(whole.after);
    setLine({ which: "record", record: number, first: whole.first, moves: whole.moves });
  };

  const step = (to: number) => {
    setLine(null);
    setFight(null);
    setAt(Math.max(0, Math.min(last, to)));
  };
  /** The position before a move that cost something, with the better line or with what was played. */
  const showMistake = (after: number, which: Line["which"]) => {
    const mistake = found?.costly.find((mistake) => mistake.after === after);
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
    // Within moves that are tried, one of them is taken back.
    ArrowLeft: () => (line && isTrying(line) ? takeBack() : step(at - 1)),
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
          turn={turn}
          onPoint={(vertex) => tryAt(nameOf(vertex, game.width))}
          recordMarks={notes.marks}
        >
          {territory && explored && <Territory size={game.width} owners={explored.owners} />}
          {looks && explored && <Thoughts thinking={explored} toMove={turn} size={game.width} />}
        </ReviewBoard>
        <Stepper {...{ at, last, step }} before={game.moves_before} toMistake={found?.mistakes.length ? toMistake : null} />
        <div class="switches">
          <Button kind="quiet" on={looks} title={texts.review.lookMeans} act={() => setLooks(!looks)}>
            {texts.look}
          </Button>
          <Button kind="quiet" on={territory} title={texts.showOwnersMeans} act={() => setTerritory(!territory)}>
            {texts.showOwners}
          </Button>
          <Button kind="quiet" title={texts.legend.means} act={() => setDialog("legend")}>
            {texts.legend.open}
          </Button>
          <Button kind="quiet" title={texts.review.playOnMeans} act={() => setDialog("play-on")}>
            {texts.review.playOn}
          </Button>
        </div>
      </div>
      <div class="sides" ref={sides}>
        <div class="play-side">
          <About review={review} />
          <Here review={review} at={at} line={line} showMistake={showMistake} showLine={setLine} step={step} comment={notes.comment} />
          <Trying {...{ game, at, line, turn, explored, looks, tryAt, takeBack, showRecord }} />
          {found && <Mistakes review={review} found={found} at={at} line={line} showMistake={showMistake} step={step} />}
        </div>
        <div class="view-side">
          <ReviewGraph review={review} at={at} step={step} theme={theme} />
          {found && <Fights found={found} last={last} shown={fight} at={at} showFight={showFight} />}
          {found && <Summaries game={game} found={found} />}
        </div>
      </div>
      {dialog === "legend" && <Legend close={() => setDialog(null)} />}
      {dialog === "play-on" && <PlayOn after={at} moves={moves} turn={turn} close={() => setDialog(null)} />}
    </main>
  );
}

/** The points of the fight that is shown, as it was last seen at this move. */
function shownFight({ found }: Review, number: number | null, at: number): string[] {
  const looks = number === null ? [] : (found?.fights[number]?.looks ?? []);
  return (looks.filter(({ after }) => after <= at).at(-1) ?? looks[0])?.points ?? [];
}
