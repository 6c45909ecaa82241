import type { Vertex } from "@sabaki/shudan";
import { useMemo } from "preact/hooks";
import { marksOf, marksOfVariation, verticesOf } from "../overlays";
import { nameOf } from "../points";
import { grid, layOut, signsFrom } from "../signs";
import type { Sign } from "../signs";
import type { Shown } from "../shown";
import { mayPlay, useTable } from "../table";
import { texts } from "../texts";
import { BoardText } from "./BoardText";
import { Button } from "./Button";
import { CostMarks } from "./CostMarks";
import { CriticalMarks } from "./CriticalMarks";
import { FightMarks } from "./FightMarks";
import { Goban } from "./Goban";
import { ObjectionMarks } from "./ObjectionMarks";
import { TableTerritory } from "./Territory";
import { TableThoughts } from "./Thoughts";
import { WeakMarks } from "./WeakMarks";
import { WhatIf } from "./WhatIf";

interface Props {
  /** Of the empty board, while there is no game. */
  size: number;
  /** Whether a click on the empty board starts a game. */
  startable: boolean;
  cursor: Vertex | null;
  numbered: boolean;
  territory: boolean;
  shown: Shown;
  /** A stone that was placed by a tap and is not played yet. */
  tentative: Vertex | null;
  onPoint: (vertex: Vertex, finger: boolean) => void;
  /** Ends what is shown. */
  goBack: () => void;
  onHover: (vertex: Vertex | null) => void;
}

export function Board(props: Props) {
  const { size: emptySize, startable, cursor, numbered, territory, shown, tentative, onPoint, goBack, onHover } = props;
  const game = useTable((view) => view.game);
  const hint = useTable((view) => view.hint);
  const playable = useTable(mayPlay);
  const size = game?.size ?? emptySize;
  const stones = game?.stones;
  const { variation, before } = shown;

  const signs = useMemo(
    () => (stones === undefined ? grid<Sign>(size, () => 0) : signsFrom(stones, size)),
    [stones, size],
  );
  const laidOut = useMemo(
    () => (game && variation ? layOut(before ?? signs, variation, shown.first ?? game.to_move) : null),
    [signs, variation, before, shown.first, game?.to_move],
  );
  const marks = useMemo(() => {
    if (laidOut) return marksOfVariation(laidOut);
    return game ? marksOf(game, signs, numbered, hint) : undefined;
  }, [laidOut, signs, game?.moves, numbered, hint]);
  const owners = game?.owners;
  const paint = useMemo(() => (owners ? signsFrom(owners, size) : undefined), [owners, size]);
  const dimmed = useMemo(() => verticesOf(game?.dead ?? [], size), [game?.dead, size]);
  const selected = useMemo(() => (cursor ? [cursor] : []), [cursor]);

  const stone = game ? (playable ? game.you : null) : startable ? "black" : null;
  const whatIf = laidOut !== null;
  const press = { stone: whatIf ? null : stone, onPoint, goBack: whatIf && !shown.pointed ? goBack : null, onHover };
  return (
    <div
      id="board"
      class={`board hover-${press.stone ?? "none"} ${game?.phase === "counting" ? "counting" : ""} ${whatIf ? "what-if" : ""}`}
      role="application"
      tabIndex={0}
      aria-label={texts.board(size)}
      aria-describedby="board-text"
    >
      <BoardText id="board-text" game={game} />
      <Goban
        signMap={laidOut?.signs ?? signs}
        markerMap={marks}
        // An earlier position has not been counted.
        paintMap={before ? undefined : paint}
        dimmedVertices={before ? [] : dimmed}
        selectedVertices={selected}
        press={press}
        tentative={whatIf ? null : tentative}
      >
        {game && !laidOut && (
          <>
            {territory && !owners && <TableTerritory size={size} />}
            <CostMarks game={game} signs={signs} />
            {game.objection && <ObjectionMarks stones={game.objection.stones} size={size} />}
            {shown.cluster === null ? (
              <>
                <FightMarks signs={signs} shown={shown.fight} />
                <WeakMarks size={size} shown={shown.fight} />
              </>
            ) : (
              <CriticalMarks size={size} cluster={shown.cluster} />
            )}
            <TableThoughts toMove={game.to_move} size={size} />
          </>
        )}
      </Goban>
      {whatIf && <WhatIf words={shown.pointed ? texts.whatIfPlay(shown.variation?.[0] ?? "", playable) : (shown.title ?? texts.whatIf)} goBack={press.goBack} />}
      {tentative && !whatIf && (
        <div class="play-here">
          <Button kind="main" act={() => onPoint(tentative, true)}>
            {texts.playHere(nameOf(tentative, size))}
          </Button>
        </div>
      )}
    </div>
  );
}
