// Slow work takes turns, one at a time. Only so many may wait: beyond that a caller is told to come back, not kept.
import { setImmediate as nextTurn } from "node:timers/promises";

export class Turns {
  private taken = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly places: number) {}

  /** Runs the work when its turn comes, or answers undefined at once when every place is taken. */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.taken >= this.places) return undefined;
    this.taken++;
    // The work holds the process while it runs: between two turns everyone else is served.
    const mine = this.last.then(() => nextTurn()).then(work);
    this.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      this.taken--;
    }
  }
}
