// The exercises for those who are new to Go. The server decides what a move does, but keeps nothing of it: all moves that
// were tried in an exercise go along with the next one.

import { useEffect, useState } from "preact/hooks";
import type { FromServer, Practice } from "./messages";
import { table } from "./table";

class Tutorial {
  private practice: Practice | null = null;
  private wanted: Practice["exercise"] | null = null;
  /** A move is on its way: another one would not know of it. */
  private asked = false;
  private readonly watchers = new Set<() => void>();

  start(): void {
    table.join({ opened: () => this.opened(), heard: (message) => this.heard(message) });
  }

  now(): Practice | null {
    return this.practice;
  }

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Begins an exercise, or begins it again. */
  open(exercise: Practice["exercise"]): void {
    if (this.wanted !== exercise) this.change(null);
    this.wanted = exercise;
    this.ask([]);
  }

  close(): void {
    this.wanted = null;
    this.change(null);
  }

  play(at: string): void {
    if (this.practice?.stage === "open" && !this.asked) this.ask([...this.practice.moves, at]);
  }

  private ask(moves: string[]): void {
    if (this.wanted === null || table.now().link !== "open") return;
    this.asked = true;
    table.say({ do: "exercise", exercise: this.wanted, moves });
  }

  private opened(): void {
    this.ask(this.practice?.moves ?? []);
  }

  private heard(message: FromServer): void {
    if (message.is !== "exercise" || message.exercise !== this.wanted) return;
    this.asked = false;
    this.change(message);
  }

  private change(practice: Practice | null): void {
    this.practice = practice;
    for (const watcher of [...this.watchers]) watcher();
  }
}

export const tutorial = new Tutorial();

export function usePractice(): Practice | null {
  const [practice, setPractice] = useState(tutorial.now());
  useEffect(() => {
    const look = () => setPractice(tutorial.now());
    look();
    return tutorial.watch(look);
  }, []);
  return practice;
}
