// A sliding window for rate limits, exact: however the seconds fall, no span of time ever holds more than the quota.

/** Numbers that may stand before the oldest entry, at least, until they are cleared away. */
const LEAST_CLEARED = 64;

/** Counted calls in the order in which they came; entries that the span has left behind are dropped. */
export class Window {
  /** The time and the calls of each entry, one after the other, oldest first; those before `first` are dropped. */
  private entries: number[] = [];
  private first = 0;
  private used = 0;

  /**
   * Counts the calls if they fit and gives 0; otherwise counts one for the refused request and gives the
   * milliseconds after which the same calls would fit, if nothing else comes.
   */
  take(calls: number, quota: number, span: number, now: number): number {
    this.forget(span, now);
    if (this.used + calls <= quota) {
      this.add(calls, now);
      return 0;
    }
    // A refused request counts too: it takes the place of the oldest, so the list never outgrows the quota.
    while (this.used >= quota) this.drop(1);
    this.add(1, now);
    return this.wait(Math.min(calls, quota), quota, span, now);
  }

  /** Calls that still fit. */
  left(quota: number): number {
    return Math.max(0, quota - this.used);
  }

  /** Milliseconds until more than now fits: until the oldest counted call is forgotten. */
  more(span: number, now: number): number {
    return this.used === 0 ? 0 : this.at(this.first) + span - now;
  }

  /** Whether nothing is counted any more. */
  idle(span: number, now: number): boolean {
    this.forget(span, now);
    return this.used === 0;
  }

  private wait(calls: number, quota: number, span: number, now: number): number {
    let surplus = this.used + calls - quota;
    let entry = this.first;
    while (entry < this.entries.length - 2) {
      surplus -= this.at(entry + 1);
      if (surplus <= 0) break;
      entry += 2;
    }
    return Math.max(1, this.at(entry) + span - now);
  }

  private add(calls: number, now: number): void {
    if (calls === 0) return;
    this.used += calls;
    const { length } = this.entries;
    if (length > this.first && this.at(length - 2) === now)
      this.entries[length - 1] = this.at(length - 1) + calls;
    else this.entries.push(now, calls);
  }

  private forget(span: number, now: number): void {
    // A clock that was set back leaves no entry that would never go.
    if (this.used > 0 && this.at(this.entries.length - 2) > now)
      for (let entry = this.first; entry < this.entries.length; entry += 2)
        this.entries[entry] = Math.min(this.at(entry), now);
    while (this.used > 0 && this.at(this.first) <= now - span) this.drop(this.at(this.first + 1));
  }

  private drop(calls: number): void {
    const count = this.at(this.first + 1);
    this.used -= Math.min(calls, count);
    if (calls < count) this.entries[this.first + 1] = count - calls;
    else this.first += 2;
    // A copy now and then, of half of it at most: what a rush has left behind is not kept for ever.
    if (this.first < LEAST_CLEARED || this.first * 2 < this.entries.length) return;
    this.entries = this.entries.slice(this.first);
    this.first = 0;
  }

  private at(place: number): number {
    return this.entries[place] ?? 0;
  }
}
