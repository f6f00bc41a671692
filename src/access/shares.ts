// How much of something each caller has at the moment: requests, connections, bytes. Who has none is forgotten.
export class Shares {
  private readonly counts = new Map<string, number>();

  of(caller: string): number {
    return this.counts.get(caller) ?? 0;
  }

  /** Less than nothing gives back. What the caller has then. */
  add(caller: string, count: number): number {
    const now = this.of(caller) + count;
    if (now > 0) this.counts.set(caller, now);
    else this.counts.delete(caller);
    return now;
  }
}
