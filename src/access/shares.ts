// Current amounts by caller: requests, connections or bytes. Callers at zero are removed.
export class Shares {
  private readonly counts = new Map<string, number>();

  of(caller: string): number {
    return this.counts.get(caller) ?? 0;
  }

  /** Adds a positive or negative count. Returns the new amount. */
  add(caller: string, count: number): number {
    const now = this.of(caller) + count;
    if (now > 0) this.counts.set(caller, now);
    else this.counts.delete(caller);
    return now;
  }
}
