// Games of before: the list, the one that is looked at again, and files that are brought along.

import { useEffect, useState } from "preact/hooks";
import { isBroughtAlong } from "./libraryMessages";
import type { Explored, Graph, Listed, Review, Reviewing } from "./libraryMessages";
import type { FromServer } from "./messages";
import { addressOf, goTo } from "./place";
import { table } from "./table";
import { texts } from "./texts";

export interface Shelf {
  games: Listed[] | null;
  review: Review | null;
  /** A game that was deleted just now, and can come back. */
  deleted: Listed | null;
  bringing: boolean;
  /** What is thought of the position that was asked about last. */
  explored: Explored | null;
  /** The number of a position that is not possible. */
  impossible: number | null;
  /** Games that are reviewed one after the other, the one that is under way first, and how many there were. */
  queue: string[];
  queued: number;
}

/** Bytes of a file. The server takes no more. */
const largest = 1 << 20;

/** Milliseconds for which a position must be in sight before it is thought about. */
const moment = 120;

class Library {
  private shelf: Shelf = { games: null, review: null, deleted: null, bringing: false, explored: null, impossible: null, queue: [], queued: 0 };
  private readonly watchers = new Set<() => void>();
  /** What is wanted now, to be asked for again when the connection comes back. */
  private wantsGames = false;
  private wanted: { id: string; start: boolean } | null = null;
  /** The position that is thought about, and how many were before it. */
  private exploring: { after: number; moves: string[] } | null = null;
  private asked = 0;
  private soon = 0;

  start(): void {
    table.join({ opened: () => this.opened(), heard: (message) => this.heard(message) });
  }

  now(): Shelf {
    return this.shelf;
  }

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Shows the list until the returned function is called. */
  list(): () => void {
    this.wantsGames = true;
    if (this.isConnected()) table.say({ do: "games" });
    return () => {
      this.wantsGames = false;
      this.stopReviews();
    };
  }

  /** Looks at a game until the returned function is called. */
  open(id: string, start: boolean): () => void {
    this.wanted = { id, start };
    if (this.shelf.review?.id !== id) this.change({ review: null });
    if (this.isConnected()) table.say({ do: "review", game: id, start });
    return () => {
      this.wanted = null;
      this.change({ review: null });
      if (this.isConnected()) table.say({ do: "close-review" });
    };
  }

  /** Has the game that is looked at reviewed. */
  review(): void {
    if (!this.wanted) return;
    this.wanted.start = true;
    table.say({ do: "review", game: this.wanted.id, start: true });
    // A page that is loaded again goes on with it.
    history.replaceState(null, "", addressOf({ view: "game", id: this.wanted.id, start: true }));
  }

  /** Has Shidogo think about a position of the game that is looked at, once nobody steps on for a moment. */
  explore(after: number, moves: string[]): void {
    this.exploring = { after, moves };
    this.asked += 1;
    this.change({ explored: null });
    clearTimeout(this.soon);
    this.soon = window.setTimeout(() => {
      if (this.isConnected()) table.say({ do: "explore", after, moves, number: this.asked });
    }, moment);
  }

  stopExploring(): void {
    if (!this.exploring) return;
    this.exploring = null;
    clearTimeout(this.soon);
    this.asked += 1;
    this.change({ explored: null });
    if (this.isConnected()) table.say({ do: "stop-exploring" });
  }

  /** Has games reviewed one after the other, for as long as the list is shown. */
  reviewAll(games: string[]): void {
    this.change({ queue: games, queued: games.length });
    this.reviewNext();
  }

  stopReviews(): void {
    if (this.shelf.queue.length === 0) return;
    this.change({ queue: [] });
    this.reviewNext();
  }

  private reviewNext(): void {
    const [id] = this.shelf.queue;
    this.wanted = id === undefined ? null : { id, start: true };
    this.change({ review: null });
    table.say(id === undefined ? { do: "close-review" } : { do: "review", game: id, start: true });
  }

  remove(game: Listed): void {
    table.say({ do: "delete", game: game.id });
    this.change({ deleted: game });
  }

  restore(): void {
    const game = this.shelf.deleted;
    if (game) table.say({ do: "restore", game: game.id });
    this.forgetDeleted();
  }

  forgetDeleted(): void {
    this.change({ deleted: null });
  }

  /** Takes files in, one after the other; a single game is reviewed at once. */
  async bringAlong(files: File[]): Promise<void> {
    this.change({ bringing: true });
    const games: string[] = [];
    const troubles: string[] = [];
    for (const file of files) {
      const brought = await bring(file);
      games.push(...brought.games);
      if (brought.trouble !== null) troubles.push(files.length === 1 ? brought.trouble : `${file.name}: ${brought.trouble}`);
    }
    this.change({ bringing: false });
    const [first, second] = games;
    if (first !== undefined && second === undefined && troubles.length === 0) goTo({ view: "game", id: first, start: true });
    else if (first !== undefined) {
      goTo({ view: "games" });
      table.say({ do: "games" });
    }
    // Last, because whatever is said to the server takes older troubles off the page.
    if (troubles.length > 0) table.complain(texts.library.notAll(files.length, troubles));
  }

  private isConnected(): boolean {
    return table.now().link === "open";
  }

  private opened(): void {
    if (this.wantsGames) table.say({ do: "games" });
    if (this.wanted) table.say({ do: "review", game: this.wanted.id, start: this.wanted.start });
    if (this.exploring) this.explore(this.exploring.after, this.exploring.moves);
  }

  private heard(message: FromServer): void {
    if (message.is === "games") this.change({ games: message.games });
    // One that was asked for before may still come.
    if (message.is === "review" && message.id === this.wanted?.id) this.heardReview(message);
    if (message.is === "reviewing") this.heardProgress(message);
    if (message.is === "explored" && message.number === this.asked) this.change({ explored: message });
    if (message.is === "not-explored" && message.number === this.asked) {
      this.change({ impossible: message.number });
      table.complain(message.text);
    }
  }

  private heardReview(review: Review): void {
    this.change({ review });
    const { queue } = this.shelf;
    if (queue[0] !== review.id || (review.stage !== "done" && review.stage !== "failed")) return;
    this.change({ queue: queue.slice(1) });
    table.say({ do: "games" });
    this.reviewNext();
  }

  private heardProgress({ id, done, graph }: Reviewing): void {
    const { review } = this.shelf;
    if (review?.id !== id) return;
    this.change({ review: { ...review, stage: "running", done, graph: merged(review.graph, graph) } });
  }

  private change(change: Partial<Shelf>): void {
    this.shelf = { ...this.shelf, ...change };
    for (const watcher of [...this.watchers]) watcher();
  }
}

/** Takes one file in: its games, and what was wrong with it. */
async function bring(file: File): Promise<{ games: string[]; trouble: string | null }> {
  if (file.size > largest) return { games: [], trouble: texts.library.tooLarge };
  try {
    const answer = await fetch("/games", { method: "POST", body: file });
    if (!answer.ok) return { games: [], trouble: (await answer.text()).trim() };
    const brought: unknown = await answer.json();
    if (!isBroughtAlong(brought)) return { games: [], trouble: texts.library.notTaken };
    const { games, refused, why } = brought;
    return { games, trouble: refused > 0 ? texts.library.someRefused(refused, why ?? "") : null };
  } catch {
    return { games: [], trouble: texts.notSent };
  }
}

/** Later judgements take the place of earlier ones. */
function merged(before: Graph, news: Graph): Graph {
  const all = new Map(before.map((judged) => [judged[0], judged]));
  for (const judged of news) all.set(judged[0], judged);
  return [...all.values()].sort((a, b) => a[0] - b[0]);
}

export const library = new Library();

export function useLibrary<T>(select: (shelf: Shelf) => T): T {
  const [part, setPart] = useState(() => select(library.now()));
  useEffect(() => {
    const look = () => setPart(() => select(library.now()));
    look();
    return library.watch(look);
  }, []);
  return part;
}
