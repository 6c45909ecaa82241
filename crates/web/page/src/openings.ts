// Players that learn to open, as the server last told of them, and what can be asked of it. An opening that is played
// against one is not kept there: all its moves go along with the next one.

import { useEffect, useState } from "preact/hooks";
import type { Colour } from "./colour";
import type { OpeningsRequest } from "./generated";
import type { FromServer, Partner } from "./messages";
import { isOpenerName } from "./openers";
import type { Opener, Openers, Opening } from "./openingMessages";
import { table } from "./table";

export interface OpeningsView {
  openers: Openers | null;
  /** What players believe, by their names. */
  beliefs: Record<string, Opener>;
  opening: Opening | null;
}

class Openings {
  private view: OpeningsView = { openers: null, beliefs: {}, opening: null };
  private readonly watchers = new Set<() => void>();
  private isOpen = false;
  /** Players whose beliefs are in sight, to be asked for again when the connection comes back. */
  private shown: string[] = [];
  /** Whom an opening is played against, and the own colour. */
  private game: { player: string; colour: Colour } | null = null;
  /** A move is on its way: another one would not know of it. */
  private asked = false;

  start(): void {
    table.join({ opened: () => this.opened(), heard: (message) => this.heard(message) });
  }

  now(): OpeningsView {
    return this.view;
  }

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Hears of everything until the returned function is called. */
  open(): () => void {
    this.isOpen = true;
    if (table.now().link === "open") this.ask({ ask: "watch" });
    return () => {
      this.isOpen = false;
      this.asked = false;
      this.change({ beliefs: {} });
      if (table.now().link === "open") this.ask({ ask: "leave" });
    };
  }

  /** Shows what these players believe. */
  show(players: string[]): void {
    this.shown = players.filter(isOpenerName);
    if (table.now().link !== "open") return;
    for (const player of this.shown) this.ask({ ask: "show", player });
  }

  learn(player: string): void {
    this.ask({ ask: "learn", player });
  }

  pause(): void {
    this.ask({ ask: "pause" });
  }

  forget(player: string): void {
    const { [player]: _, ...beliefs } = this.view.beliefs;
    this.change({ beliefs });
    this.ask({ ask: "forget", player });
  }

  /** An opening against a player: the one that was left, if there is one. */
  resume(player: string, colour: Colour): void {
    if (this.game?.player !== player || this.game.colour !== colour) this.begin(player, colour);
  }

  /** An opening from its first move. */
  begin(player: string, colour: Colour): void {
    this.game = { player, colour };
    this.change({ opening: null });
    this.asked = false;
    this.sayMoves([]);
  }

  play(at: string): void {
    const { opening } = this.view;
    if (opening?.played_out === null && !this.asked) this.sayMoves([...opening.moves, at]);
  }

  /** Takes back the own last move, and what was answered. */
  undo(): void {
    const { opening } = this.view;
    if (!opening || this.asked) return;
    const own = opening.you === "black" ? 0 : 1;
    const end = opening.moves.length - 1;
    const last = end % 2 === own ? end : end - 1;
    if (last >= 0) this.sayMoves(opening.moves.slice(0, last));
  }

  /** A game with the partner from the end of the opening. */
  goOn(partner: Partner): void {
    const { opening } = this.view;
    if (opening) table.beginFromOpening(opening.player, opening.you, opening.moves, partner);
  }

  compare(first: string, second: string): void {
    this.ask({ ask: "compare", first, second });
  }

  stopComparing(): void {
    this.ask({ ask: "stop-comparing" });
  }

  private sayMoves(moves: string[]): void {
    if (this.game === null || table.now().link !== "open") return;
    this.asked = true;
    this.ask({ ask: "play", ...this.game, moves });
  }

  private ask(request: OpeningsRequest): void {
    table.say({ do: "openings", ...request });
  }

  private opened(): void {
    if (!this.isOpen) return;
    this.ask({ ask: "watch" });
    this.show(this.shown);
    this.sayMoves(this.view.opening?.moves ?? []);
  }

  private heard(message: FromServer): void {
    if (message.is === "trouble") this.asked = false;
    if (!this.isOpen) return;
    if (message.is === "openers") this.change({ openers: message });
    if (message.is === "opener") this.heardOpener(message);
    if (message.is === "opening") {
      this.asked = false;
      this.change({ opening: message });
    }
  }

  private heardOpener(opener: Opener): void {
    const { openers, beliefs } = this.view;
    const { player, games, of } = opener;
    // The list comes only when something begins or ends.
    const players = openers?.players.map((one) => (one.player === player ? { ...one, games, of } : one));
    this.change({ beliefs: { ...beliefs, [player]: opener }, openers: openers && { ...openers, players: players ?? [] } });
  }

  private change(change: Partial<OpeningsView>): void {
    this.view = { ...this.view, ...change };
    for (const watcher of [...this.watchers]) watcher();
  }
}

export const openings = new Openings();

export function useOpenings<T>(select: (view: OpeningsView) => T, depends: unknown[] = []): T {
  const [part, setPart] = useState(() => select(openings.now()));
  useEffect(() => {
    const look = () => setPart(() => select(openings.now()));
    look();
    return openings.watch(look);
  }, depends);
  return part;
}
