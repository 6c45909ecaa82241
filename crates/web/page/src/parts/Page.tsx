import type { Vertex } from "@sabaki/shudan";
import { useEffect, useState } from "preact/hooks";
import { isFirst, usualChoice } from "../choice";
import { asksFirst, isConfirmation } from "../confirm";
import type { Confirmation } from "../confirm";
import { cursorWords, focusBoard, useCursor } from "../cursor";
import { beginningOf, isExperience } from "../experience";
import type { Experience } from "../experience";
import { isTruth, useKept } from "../kept";
import { useKeys } from "../keys";
import { useFittingRank } from "../fitting";
import { isLevel, isLikePerson, keepFittingRank, partnerAt } from "../levels";
import type { Level } from "../levels";
import { compact, useMedia, wide } from "../media";
import { isChoice } from "../messages";
import { nameOf } from "../points";
import { goTo } from "../place";
import { positionOf, useHere, useShown } from "../shown";
import { click } from "../sound";
import { mayPlay, table, useTable } from "../table";
import { isOpenTab, tabs } from "../tabs";
import type { OpenTab } from "../tabs";
import { texts } from "../texts";
import { useTheme } from "../theme";
import { Ask } from "./Ask";
import { Bar } from "./Bar";
import { Board } from "./Board";
import { Button } from "./Button";
import { Controls } from "./Controls";
import { Graph } from "./Graph";
import { Head } from "./Head";
import { Help } from "./Help";
import { Legend } from "./Legend";
import { Live } from "./Live";
import { More } from "./More";
import { NewGame } from "./NewGame";
import { Notice } from "./Notice";
import { Players } from "./Players";
import { Switches } from "./Switches";
import { Tabs } from "./Tabs";
import { Talk } from "./Talk";
import { View } from "./View";
import { Welcome } from "./Welcome";

export function Page() {
  const game = useTable((view) => view.game);
  const opening = useTable((view) => view.opening);
  const [choice, choose] = useKept("choice", usualChoice, isChoice);
  const [experience, setExperience] = useKept<Experience | null>("experience", null, isExperience);
  const [level, setLevel] = useKept<Level>("level", "fits-me", isLevel);
  const [theme, turnTheme] = useTheme();
  const [sounds, setSounds] = useKept("sounds", false, isTruth);
  const [numbered, setNumbered] = useKept("numbers", false, isTruth);
  const territory = useTable((view) => view.territory);
  const [choosing, setChoosing] = useState(false);
  const [tab, chooseTab] = useKept<OpenTab>("tab", "talk", isOpenTab);
  const [confirm, setConfirm] = useKept<Confirmation>("confirm", "large", isConfirmation);
  const [dialog, setDialog] = useState<"help" | "resign" | "pass" | "legend" | "more" | null>(null);
  const isCompact = useMedia(compact);
  const isWide = useMedia(wide);
  const size = game?.size ?? choice.size;
  // Where stones are captured, there is nothing to look at but the board.
  const forPoints = game?.captures === null;
  const opened = forPoints ? tab : "talk";
  const cursor = useCursor(size);
  const [shown, show] = useShown(positionOf(game));
  const [tentative, place] = useHere<Vertex | null>(positionOf(game), null);

  const wanted = () => ({ ...choice, partner: partnerAt(level, choice.partner) });
  useFittingRank(game);

  // Where one thing is shown at a time, what is said takes the place of what was looked at.
  const listen = () => {
    if (isCompact) chooseTab("talk");
  };
  useEffect(() => {
    if (game && game.phase !== "playing") listen();
  }, [isCompact, game?.phase]);
  const id = game?.id;
  const moves = game?.moves.length ?? 0;
  useEffect(() => {
    setChoosing(false);
    listen();
    // The board of a game that begins is in sight, however far down the button was that began it.
    scrollTo(0, 0);
  }, [id]);
  useEffect(() => {
    if (sounds && moves > 0) click();
  }, [id, moves]);

  // Beside a board with room for it, the graph stands by itself; but a person does not speak of win rates unasked.
  const plain = game !== null && isLikePerson(game.partner.strength);
  const aside = isWide && !plain;
  const inView = aside ? tabs.filter((tab) => tab !== "graph") : tabs;
  const look = useTable((view) => view.look);
  const viewed = inView.find((one) => one === tab) ?? (plain && !look ? null : "moves");
  // Fights are looked for while they are in sight.
  const fights = opened === "fights";
  useEffect(() => table.seekDanger(fights), [fights]);
  const close = () => {
    chooseTab("talk");
    if (viewed === "moves") table.look(false);
  };
  const toggle = (wanted: OpenTab) => () => chooseTab(tab === wanted ? "talk" : wanted);

  // A move that is thought of shows how it would go on when it is pointed at.
  const onHover = (vertex: Vertex | null) => {
    const at = vertex && nameOf(vertex, size);
    const thought = table.now().thinking?.candidates.find((candidate) => candidate.at === at);
    if (shown.pinned !== null) return;
    if (thought) show({ variation: thought.variation, pointed: true });
    else if (shown.variation) show(null);
  };
  const onPoint = (vertex: Vertex, finger: boolean) => {
    const at = nameOf(vertex, size);
    const { game } = table.now();
    const waits = finger && asksFirst(confirm, size) && tentative?.join() !== vertex.join();
    if (!game) {
      if (opening || !isFirst(choice)) return;
      if (waits) place(vertex);
      else table.begin(wanted(), at);
      return;
    }
    const taken = game.stones[vertex[1] * size + vertex[0]] !== ".";
    if (game.phase === "counting" && taken) table.toggleDead(at);
    if (!mayPlay(table.now()) || taken) return;
    if (waits) place(vertex);
    else table.play(at);
  };
  const goBack = () => show(null);
  const pass = () => table.play("pass");
  const hint = () => {
    listen();
    table.hint();
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
    Enter: cursor.at ? () => cursor.at && (shown.variation ? goBack() : onPoint(cursor.at, false)) : undefined,
    Escape: () => {
      goBack();
      place(null);
      cursor.hide();
    },
    p: ifPlayable(() => setDialog("pass")),
    u: moves > 0 ? () => table.undo() : undefined,
    r: askResign,
    h: ifPlayable(hint),
    l: forPoints ? () => table.look(!table.now().look) : undefined,
    t: game ? () => table.teach(!table.now().teach) : undefined,
    d: forPoints ? toggle("fights") : undefined,
    w: forPoints ? toggle("why") : undefined,
    n: openNewGame,
    "?": () => setDialog("help"),
  });

  const switches = (
    <Switches
      {...{ numbered, setNumbered, territory, confirm, setConfirm }}
      setTerritory={(on) => table.territory(on)}
      openLegend={() => setDialog("legend")}
    />
  );
  const isChoosing = choosing || (!game && !opening);
  const asks = isChoosing && !game && experience === null;
  const answer = (experience: Experience) => {
    const { rank, size } = beginningOf(experience);
    setExperience(experience);
    keepFittingRank(rank);
    choose({ ...choice, size });
    if (experience === "new") goTo({ view: "learn", step: "capture" });
  };
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
      <main class={`table ${forPoints ? "" : "fresh"} ${viewed === null ? "closed" : ""} ${isChoosing ? "choosing" : ""}`}>
        <div class="board-side">
          <Board
            size={choice.size}
            startable={!opening && isFirst(choice)}
            cursor={cursor.at}
            numbered={numbered}
            territory={territory && forPoints}
            shown={shown}
            tentative={tentative}
            goBack={goBack}
            onHover={onHover}
            onPoint={(vertex, finger) => {
              // Whoever points with a mouse needs no cursor.
              cursor.hide();
              onPoint(vertex, finger);
            }}
          />
          {!isCompact && !asks && (!game || forPoints) && switches}
        </div>
        <div class="play-side">
          {!game && opening && <p class="opening">{texts.openingGame}</p>}
          {asks && <Welcome answer={answer} />}
          {isChoosing && !asks && (
            <NewGame
              level={level}
              setLevel={setLevel}
              choice={choice}
              choose={choose}
              start={() => {
                table.begin(wanted(), null);
                focusBoard();
              }}
              back={game ? backToGame : null}
            />
          )}
          {game && !choosing && (
            <>
              <Players game={game} />
              {isCompact ? (
                <div class="under">
                  {opened === "talk" ? (
                    <Talk {...{ game, shown, show, openNewGame }} />
                  ) : (
                    <section class="opened" aria-label={texts.tabs[opened]}>
                      <Button kind="quiet" act={() => chooseTab("talk")}>
                        {texts.close}
                      </Button>
                      <View open={opened} {...{ game, theme, shown, show }} />
                    </section>
                  )}
                </div>
              ) : (
                <Talk {...{ game, shown, show, openNewGame }} />
              )}
              {isCompact ? (
                <Bar pass={pass} hint={hint} openMore={() => setDialog("more")} />
              ) : (
                <Controls open={tab} choose={chooseTab} {...{ pass, hint, askResign, openNewGame }} />
              )}
            </>
          )}
        </div>
        {game && forPoints && !isCompact && (
          <div class="view-side">
            {aside && <Graph graph={game.graph} theme={theme} />}
            <Tabs tabs={inView} open={viewed} choose={chooseTab} close={plain ? close : null}>
              {viewed && <View open={viewed} {...{ game, theme, shown, show }} />}
            </Tabs>
          </div>
        )}
      </main>
      <Live cursor={cursorWords(cursor.at, size, game)} />
      {dialog === "help" && <Help close={() => setDialog(null)} />}
      {dialog === "more" && (
        <More open={tab} choose={chooseTab} close={() => setDialog(null)} {...{ askResign, openNewGame }}>
          {switches}
        </More>
      )}
      {dialog === "legend" && <Legend close={() => setDialog(null)} />}
      {dialog === "resign" && (
        <Ask
          question={texts.resignQuestion}
          yes={texts.resignYes}
          no={texts.resignNo}
          act={() => table.resign()}
          close={() => setDialog(null)}
        />
      )}
      {dialog === "pass" && (
        <Ask
          question={texts.passQuestion}
          yes={texts.passYes}
          no={texts.passNo}
          act={() => table.play("pass")}
          close={() => setDialog(null)}
        />
      )}
    </>
  );
}
