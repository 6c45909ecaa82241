import type { Vertex } from "@sabaki/shudan";
import { useEffect, useState } from "preact/hooks";
import { isFirst, usualChoice } from "../choice";
import { cursorWords, focusBoard, useCursor } from "../cursor";
import { isTruth, useKept } from "../kept";
import { useKeys } from "../keys";
import { isChoice } from "../messages";
import { nameOf } from "../points";
import { click } from "../sound";
import { mayPlay, table, useTable } from "../table";
import { texts } from "../texts";
import { useTheme } from "../theme";
import { AskResign } from "./AskResign";
import { Board } from "./Board";
import { Candidates } from "./Candidates";
import { Controls } from "./Controls";
import { Ending } from "./Ending";
import { Graph } from "./Graph";
import { Head } from "./Head";
import { Help } from "./Help";
import { Live } from "./Live";
import { NewGame } from "./NewGame";
import { Notice } from "./Notice";
import { Players } from "./Players";
import { Said } from "./Said";
import { Switches } from "./Switches";

export function Page() {
  const game = useTable((view) => view.game);
  const opening = useTable((view) => view.opening);
  const [choice, choose] = useKept("choice", usualChoice, isChoice);
  const [theme, turnTheme] = useTheme();
  const [sounds, setSounds] = useKept("sounds", false, isTruth);
  const [numbered, setNumbered] = useKept("numbers", false, isTruth);
  const [territory, setTerritory] = useKept("territory", false, isTruth);
  const [choosing, setChoosing] = useState(false);
  const [dialog, setDialog] = useState<"help" | "resign" | null>(null);
  const [variation, showVariation] = useState<string[] | null>(null);
  const size = game?.size ?? choice.size;
  const cursor = useCursor(size);

  const id = game?.id;
  const moves = game?.moves.length ?? 0;
  useEffect(() => setChoosing(false), [id]);
  useEffect(() => {
    // A variation belongs to the position that it starts from.
    showVariation(null);
    if (sounds && moves > 0) click();
  }, [id, moves]);

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
    Enter: cursor.at ? () => cursor.at && onPoint(cursor.at) : undefined,
    Escape: cursor.hide,
    p: ifPlayable(() => table.play("pass")),
    u: moves > 0 ? () => table.undo() : undefined,
    r: askResign,
    h: ifPlayable(() => table.hint()),
    l: game ? () => table.look(!table.now().look) : undefined,
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
            variation={variation}
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
              {game.phase === "playing" ? <Said game={game} /> : <Ending game={game} openNewGame={openNewGame} />}
              <Controls askResign={askResign} openNewGame={openNewGame} />
            </>
          )}
        </div>
        {game && (
          <div class="view-side">
            <Graph graph={game.graph} theme={theme} />
            <Candidates game={game} showVariation={showVariation} />
          </div>
        )}
      </main>
      <Live cursor={cursorWords(cursor.at, size, game)} />
      {dialog === "help" && <Help close={() => setDialog(null)} />}
      {dialog === "resign" && <AskResign close={() => setDialog(null)} />}
    </>
  );
}
