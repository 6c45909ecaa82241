import type { Vertex } from "@sabaki/shudan";
import { useEffect, useState } from "preact/hooks";
import { isFirst, usualChoice } from "../choice";
import { cursorWords, focusBoard, useCursor } from "../cursor";
import { isTruth, useKept } from "../kept";
import { useKeys } from "../keys";
import { isChoice } from "../messages";
import { nameOf } from "../points";
import { positionOf, useShown } from "../shown";
import { click } from "../sound";
import { mayPlay, table, useTable } from "../table";
import { isTab } from "../tabs";
import type { Tab } from "../tabs";
import { texts } from "../texts";
import { useTheme } from "../theme";
import { AskResign } from "./AskResign";
import { Board } from "./Board";
import { Candidates } from "./Candidates";
import { Controls } from "./Controls";
import { Curve } from "./Curve";
import { Ending } from "./Ending";
import { Fights } from "./Fights";
import { Graph } from "./Graph";
import { Head } from "./Head";
import { Help } from "./Help";
import { LessonPanel } from "./LessonPanel";
import { Lines } from "./Lines";
import { Live } from "./Live";
import { NewGame } from "./NewGame";
import { Notice } from "./Notice";
import { Players } from "./Players";
import { Said } from "./Said";
import { Switches } from "./Switches";
import { Tabs } from "./Tabs";

export function Page() {
  const game = useTable((view) => view.game);
  const opening = useTable((view) => view.opening);
  const teach = useTable((view) => view.teach);
  const [choice, choose] = useKept("choice", usualChoice, isChoice);
  const [theme, turnTheme] = useTheme();
  const [sounds, setSounds] = useKept("sounds", false, isTruth);
  const [numbered, setNumbered] = useKept("numbers", false, isTruth);
  const [territory, setTerritory] = useKept("territory", false, isTruth);
  const [choosing, setChoosing] = useState(false);
  const [tab, chooseTab] = useKept<Tab>("tab", "moves", isTab);
  const [why, setWhy] = useState(false);
  const [dialog, setDialog] = useState<"help" | "resign" | null>(null);
  const size = game?.size ?? choice.size;
  const cursor = useCursor(size);
  const [shown, show] = useShown(positionOf(game));

  const id = game?.id;
  const moves = game?.moves.length ?? 0;
  useEffect(() => {
    setChoosing(false);
    // The board of a game that begins is in sight, however far down the button was that began it.
    scrollTo(0, 0);
  }, [id]);
  useEffect(() => {
    if (sounds && moves > 0) click();
  }, [id, moves]);

  // Fights are looked for while they are in sight.
  const fights = tab === "fights";
  useEffect(() => table.seekDanger(fights), [fights]);
  const setFights = (on: boolean) => chooseTab(on ? "fights" : "moves");

  // A move that is thought of shows how it would go on when it is pointed at.
  const onHover = (vertex: Vertex | null) => {
    const at = vertex && nameOf(vertex, size);
    const thought = fights ? undefined : table.now().thinking?.candidates.find((candidate) => candidate.at === at);
    if (shown.pinned !== null) return;
    if (thought) show({ variation: thought.variation, pointed: true });
    else if (shown.variation) show(null);
  };
  const onPoint = (vertex: Vertex) => {
    const at = nameOf(vertex, size);
    const { game } = table.now();
    if (!game) {
      if (!opening && isFirst(choice)) table.begin(choice, at);
      return;
    }
    const taken = game.stones[vertex[1] * size + vertex[0]] !== ".";
    if (game.phase === "counting" && taken) table.toggleDead(at);
    if (mayPlay(table.now()) && !taken) table.play(at);
  };
  const goBack = () => show(null);
  const ifPlayable = (act: () => void) => () => {
    if (mayPlay(table.now())) act();
  };
  const askResign = () => {
    if (table.now().game?.phase === "playing") setDialog("resign");
  };
  const openNewGame = () => setChoosing(true);
  const backToGame = () => {
    setChoosing(false);
    focusBoard();
  };

  useKeys({
    ArrowLeft: () => cursor.move(-1, 0),
    ArrowRight: () => cursor.move(1, 0),
    ArrowUp: () => cursor.move(0, -1),
    ArrowDown: () => cursor.move(0, 1),
    Enter: cursor.at ? () => cursor.at && (shown.variation ? goBack() : onPoint(cursor.at)) : undefined,
    Escape: () => {
      goBack();
      cursor.hide();
    },
    p: ifPlayable(() => table.play("pass")),
    u: moves > 0 ? () => table.undo() : undefined,
    r: askResign,
    h: ifPlayable(() => table.hint()),
    l: game ? () => table.look(!table.now().look) : undefined,
    t: game ? () => table.teach(!table.now().teach) : undefined,
    d: game ? () => setFights(!fights) : undefined,
    w: game ? () => setWhy(!why) : undefined,
    n: openNewGame,
    "?": () => setDialog("help"),
  });

  return (
    <>
      <Head
        theme={theme}
        turnTheme={turnTheme}
        sounds={sounds}
        setSounds={setSounds}
        openHelp={() => setDialog("help")}
      />
      <Notice />
      <main class={game ? "table" : "table fresh"}>
        <div class="board-side">
          <Board
            size={choice.size}
            startable={!opening && isFirst(choice)}
            cursor={cursor.at}
            numbered={numbered}
            territory={territory}
            shown={shown}
            fights={fights}
            goBack={goBack}
            onHover={onHover}
            onPoint={(vertex) => {
              // Whoever points with a mouse needs no cursor.
              cursor.hide();
              onPoint(vertex);
            }}
          />
          <Switches {...{ numbered, setNumbered, territory, setTerritory }} />
        </div>
        <div class="play-side">
          {!game && opening && <p class="opening">{texts.openingGame}</p>}
          {(choosing || (!game && !opening)) && (
            <NewGame
              choice={choice}
              choose={choose}
              start={() => {
                table.begin(choice, null);
                focusBoard();
              }}
              back={game ? backToGame : null}
            />
          )}
          {game && !choosing && (
            <>
              <Players game={game} />
              {game.phase === "playing" ? (
                <Said game={game} why={why} />
              ) : (
                <Ending game={game} openNewGame={openNewGame} />
              )}
              {teach && <LessonPanel game={game} shown={shown} show={show} />}
              <Controls {...{ why, setWhy, fights, setFights, askResign, openNewGame }} />
            </>
          )}
        </div>
        {game && (
          <div class="view-side">
            <Graph graph={game.graph} theme={theme} />
            <Tabs open={tab} choose={chooseTab}>
              {tab === "moves" && <Candidates game={game} shown={shown} show={show} />}
              {tab === "curve" && <Curve theme={theme} />}
              {tab === "fights" && <Fights game={game} shown={shown} show={show} />}
              {tab === "tree" && <Lines game={game} />}
            </Tabs>
          </div>
        )}
      </main>
      <Live cursor={cursorWords(cursor.at, size, game)} />
      {dialog === "help" && <Help close={() => setDialog(null)} />}
      {dialog === "resign" && <AskResign close={() => setDialog(null)} />}
    </>
  );
}
