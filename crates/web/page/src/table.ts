// The table at which a game is played: what the server last said, and what can be said to it. Components read it
// through useTable and redraw only when the part that they read changes.

import { useEffect, useState } from "preact/hooks";
import { Connection } from "./connection";
import { isText, isTruth, keep, recall } from "./kept";
import { isThinking, readMessage } from "./messages";
import type { Danger } from "./inside";
import type { Colour } from "./colour";
import type { Choice, FromServer, Game, Hint, Partner, Thinking, ToServer } from "./messages";
import { texts } from "./texts";

/** Another part of the page that uses the same socket. */
export interface Guest {
  opened(): void;
  heard(message: FromServer): void;
}

export interface View {
  link: "new" | "open" | "lost";
  /** A game of before was asked for and has not come yet. */
  opening: boolean;
  game: Game | null;
  thinking: Thinking | null;
  hint: Hint | null;
  trouble: string | null;
  look: boolean;
  /** Whether it is shown whose points are whose, and whose Shidogo thinks they are. */
  territory: boolean;
  owners: number[] | null;
  /** Whether it is said what the player's moves cost. */
  teach: boolean;
  /** Whether fights are looked for, and those that were found. */
  seeking: boolean;
  danger: Danger | null;
  /** When the game was last told, as performance.now() counts: clocks run on from there. */
  toldAt: number;
}

/** Milliseconds between two views of the engine. Drawing a board of 361 points at every frame would be work for nobody. */
const readable = 100;

class Table {
  private view: View = {
    link: "new", opening: false, game: null, thinking: null, hint: null, trouble: null, look: false,
    territory: recall("territory", false, isTruth), owners: null,
    teach: recall("teach", true, isTruth), seeking: false, danger: null, toldAt: 0,
  };
  private readonly watchers = new Set<() => void>();
  private readonly guests: Guest[] = [];
  private readonly connection = new Connection({
    opened: () => this.opened(),
    lost: () => this.lost(),
    heard: (raw) => this.heard(raw),
  });
  /** The newest view of the engine, not yet read. */
  private newest: string | null = null;
  private frame = 0;
  /** When one was last drawn. */
  private shown = 0;
  /** Where the first stone goes if a game was started by a click on the empty board. */
  private first: string | null = null;

  start(): void {
    // Known before the socket opens, so that the page does not offer a new game for a moment.
    this.change({ opening: this.gameOfBefore() !== null });
    this.connection.start();
  }

  now(): View {
    return this.view;
  }

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  join(guest: Guest): void {
    this.guests.push(guest);
  }

  /** Goes on with a game of before. */
  open(game: string): void {
    keep("game", game);
    // The same game stays in sight until the server tells how it stands now.
    this.change(this.view.game?.id === game ? { opening: true } : { opening: true, game: null });
    this.say({ do: "open", game });
    this.sayWishes();
  }

  begin(choice: Choice, first: string | null): void {
    this.first = first;
    this.say({ do: "new", ...choice });
    this.sayWishes();
  }

  /** A new game from a position of the one that is looked at. */
  playFrom(after: number, moves: string[], colour: Colour, partner: Partner): void {
    this.first = null;
    this.say({ do: "play-from", after, moves, colour, partner });
    this.sayWishes();
  }

  /** A new game from an opening against a player that learnt to open. */
  beginFromOpening(player: string, colour: Colour, moves: string[], partner: Partner): void {
    this.first = null;
    this.say({ do: "openings", ask: "continue", player, colour, moves, partner });
    this.sayWishes();
  }

  play(at: string): void {
    this.say({ do: "play", at });
  }

  undo(): void {
    this.say({ do: "undo" });
  }

  resign(): void {
    this.say({ do: "resign" });
  }

  letResign(): void {
    this.say({ do: "let-resign" });
  }

  hint(): void {
    this.say({ do: "hint" });
  }

  look(on: boolean): void {
    this.say({ do: "look", on });
    this.change({ look: on });
    if (!on && !this.view.game?.thinking) this.forgetCandidates();
  }

  territory(on: boolean): void {
    keep("territory", on);
    this.change({ territory: on });
    if (this.view.game) this.say({ do: "territory", on });
  }

  teach(on: boolean): void {
    keep("teach", on);
    this.change({ teach: on });
    if (this.view.game) this.say({ do: "teach", on });
  }

  seekDanger(on: boolean): void {
    if (on === this.view.seeking) return;
    this.change({ seeking: on, danger: null });
    if (this.view.game) this.say({ do: "danger", on });
  }

  /** To a move that was tried, or to the beginning. */
  go(to: number | null): void {
    this.say({ do: "go", to });
  }

  toggleDead(at: string): void {
    this.say({ do: "dead", at });
  }

  agree(): void {
    this.say({ do: "agree" });
  }

  playOn(): void {
    this.say({ do: "play-on" });
  }

  /** The move that was warned of is to stand. */
  goAhead(): void {
    this.say({ do: "go-ahead" });
  }

  forgetTrouble(): void {
    this.change({ trouble: null });
  }

  private gameOfBefore(): string | null {
    return recall<string | null>("game", null, isText);
  }

  complain(trouble: string): void {
    this.change({ trouble });
  }

  say(message: ToServer): void {
    const sent = this.connection.send(message);
    this.change({ trouble: sent ? null : texts.notSent });
  }

  private opened(): void {
    this.change({ link: "open" });
    const game = this.gameOfBefore();
    if (game !== null) this.open(game);
    // After the game: a refusal of what they ask for must not be taken for one of it.
    for (const guest of this.guests) guest.opened();
  }

  /** A table knows nothing of them at first. */
  private sayWishes(): void {
    const { look, teach, seeking, territory } = this.view;
    if (territory) this.say({ do: "territory", on: true });
    if (look) this.say({ do: "look", on: true });
    if (teach) this.say({ do: "teach", on: true });
    if (seeking) this.say({ do: "danger", on: true });
  }

  private lost(): void {
    this.forgetThinking();
    this.first = null;
    this.change({ link: "lost" });
  }

  private heard(raw: unknown): void {
    if (isThinking(raw)) return this.heardThinking(raw);
    const message = readMessage(raw);
    switch (message?.is) {
      case "game":
        return this.heardGame(message);
      case "danger":
        return this.heardDanger(message);
      case "hint":
        return this.change({ hint: message });
      case "trouble":
        this.guests.forEach((guest) => guest.heard(message));
        return this.heardTrouble(message.text);
      case "games":
      case "review":
      case "reviewing":
      case "explored":
      case "not-explored":
      case "exercise":
      case "openers":
      case "opener":
      case "opening":
        return this.guests.forEach((guest) => guest.heard(message));
      default:
        // A newer server may say more than this page knows; that is no trouble of the player's.
        console.warn("not understood:", raw);
    }
  }

  private heardGame(game: Game): void {
    keep("game", game.id);
    const before = this.view.game;
    const same =
      before?.id === game.id && before.moves.length === game.moves.length && before.here === game.here &&
      before.phase === game.phase;
    const change: Partial<View> = { game, opening: false, toldAt: performance.now() };
    if (!same) {
      // What was thought of another position would mislead on this one.
      this.forgetThinking();
      change.hint = null;
      change.danger = null;
    } else if (!game.thinking && !this.view.look) {
      this.forgetCandidates();
    }
    this.change(change);
    this.playFirst(game);
  }

  private playFirst(game: Game): void {
    const at = this.first;
    this.first = null;
    if (at !== null && game.to_move === game.you && game.moves.length === 0) this.play(at);
  }

  private heardDanger(danger: Danger): void {
    // Some are still on their way when nobody asks any more, or the game has gone on.
    if (this.view.seeking && danger.number === this.view.game?.moves.length) this.change({ danger });
  }

  private heardThinking(raw: string): void {
    // Some are still on their way when Look is turned off.
    if (!this.mayShowCandidates() && !this.view.territory) return;
    this.newest = raw;
    this.frame ||= requestAnimationFrame((now) => this.showThinking(now));
  }

  /** However many come in the meantime, only the newest is read and drawn, and no more often than eyes can follow. */
  private showThinking(now: number): void {
    if (now - this.shown < readable) {
      this.frame = requestAnimationFrame((later) => this.showThinking(later));
      return;
    }
    this.frame = 0;
    this.shown = now;
    const thinking = readMessage(this.newest);
    // Whoever only wants to see territory is not told of moves.
    if (thinking?.is === "thinking") this.change({ thinking: this.mayShowCandidates() ? thinking : null, owners: thinking.owners });
    else console.warn("not understood:", this.newest);
  }

  private mayShowCandidates(): boolean {
    return this.view.look || (this.view.game?.thinking ?? false);
  }

  /** Territory stays: it is of the same position. */
  private forgetCandidates(): void {
    if (this.view.territory) this.change({ thinking: null });
    else this.forgetThinking();
  }

  private forgetThinking(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.newest = null;
    this.change({ thinking: null, owners: null });
  }

  private heardTrouble(text: string): void {
    if (this.view.opening) {
      // The server no longer knows that game; asking again would bring the same answer for ever.
      keep("game", null);
      this.forgetThinking();
      this.change({ opening: false, game: null });
    }
    this.first = null;
    this.change({ trouble: text });
  }

  private change(change: Partial<View>): void {
    this.view = { ...this.view, ...change };
    for (const watcher of [...this.watchers]) watcher();
  }
}

export const table = new Table();

/** A part of the view. `depends` names what the choice of the part depends on, besides the view. */
export function useTable<T>(select: (view: View) => T, depends: unknown[] = []): T {
  const [part, setPart] = useState(() => select(table.now()));
  useEffect(() => {
    const look = () => setPart(() => select(table.now()));
    look();
    return table.watch(look);
  }, depends);
  return part;
}

/** Whether it is the player's turn to place a stone. */
export function mayPlay(view: View): boolean {
  const { game, link } = view;
  return link === "open" && game?.phase === "playing" && game.to_move === game.you;
}
