// An exact sliding window for rate limits: no time span ever contains more than the quota.

/** Dropped numbers before the array is compacted. */
const LEAST_CLEARED = 64;

/** Counted calls in order of arrival. Entries older than the span are dropped. */
export class Window {
  /** Alternating time and calls, oldest first. Those before `first` are dropped. */
  private entries: number[] = [];
  private first = 0;
  private used = 0;

  /**
   * Counts the calls and returns 0 if they fit. Otherwise counts one for the refusal and returns the milliseconds
   * until they would fit.
   */
  take(calls: number, quota: number, span: number, now: number): number {
    this.forget(span, now);
    if (this.used + calls <= quota) {
      this.add(calls, now);
      return 0;
    }
    // A refusal replaces the oldest entry, so the list never outgrows the quota.
    while (this.used >= quota) this.drop(1);
    this.add(1, now);
    return this.wait(Math.min(calls, quota), quota, span, now);
  }

  /** Calls that still fit. */
  left(quota: number): number {
    return Math.max(0, quota - this.used);
  }

  /** Returns the milliseconds until the oldest entry expires. */
  more(span: number, now: number): number {
    return this.used === 0 ? 0 : this.at(this.first) + span - now;
  }

  /** Returns whether the window is empty. */
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
    // After the clock was set back, later entries are moved to now, so that they expire.
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
    // Compacts the array when at least half of it is dropped.
    if (this.first < LEAST_CLEARED || this.first * 2 < this.entries.length) return;
    this.entries = this.entries.slice(this.first);
    this.first = 0;
  }

  private at(place: number): number {
    return this.entries[place] ?? 0;
  }
}
