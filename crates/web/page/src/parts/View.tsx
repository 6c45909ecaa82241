import type { Game } from "../messages";
import type { Show, Shown } from "../shown";
import type { Tab } from "../tabs";
import type { Theme } from "../theme";
import { Candidates } from "./Candidates";
import { Curve } from "./Curve";
import { Fights } from "./Fights";
import { Graph } from "./Graph";
import { Lines } from "./Lines";
import { Why } from "./Why";

interface Props {
  open: Tab;
  game: Game;
  theme: Theme;
  shown: Shown;
  show: Show;
}

/** The view into the engine that is open. */
export function View({ open, game, theme, shown, show }: Props) {
  switch (open) {
    case "moves":
      return <Candidates game={game} shown={shown} show={show} />;
    case "curve":
      return <Curve theme={theme} />;
    case "fights":
      return <Fights game={game} shown={shown} show={show} />;
    case "tree":
      return <Lines game={game} />;
    case "why":
      return <Why game={game} />;
    case "graph":
      return <Graph graph={game.graph} theme={theme} />;
  }
}
