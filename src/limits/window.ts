// An exact sliding window: however the seconds fall, no span of time ever holds more than the quota.

/** Counted calls in the order in which they came; entries that the span has left behind are dropped. */
export class Window {
  private times: number[] = [];
  private counts: number[] = [];
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
    return this.used === 0 ? 0 : (this.times[this.first] ?? now) + span - now;
  }

  /** Whether nothing is counted any more. */
  idle(span: number, now: number): boolean {
    this.forget(span, now);
    return this.used === 0;
  }

  private wait(calls: number, quota: number, span: number, now: number): number {
    let surplus = this.used + calls - quota;
    let at = this.first;
    for (; at < this.times.length - 1; at++) {
      surplus -= this.counts[at] ?? 0;
      if (surplus <= 0) break;
    }
    return Math.max(1, (this.times[at] ?? now) + span - now);
  }

  private add(calls: number, now: number): void {
    const last = this.times.length - 1;
    this.used += calls;
    if (last >= this.first && this.times[last] === now) {
      this.counts[last] = (this.counts[last] ?? 0) + calls;
      return;
    }
    this.times.push(now);
    this.counts.push(calls);
  }

  private forget(span: number, now: number): void {
    const last = this.times.length - 1;
    // A clock that was set back leaves no entry that would never go.
    if (last >= this.first && (this.times[last] ?? 0) > now)
      this.times = this.times.map((time) => Math.min(time, now));
    while (this.first < this.times.length && (this.times[this.first] ?? 0) <= now - span)
      this.drop(this.counts[this.first] ?? 0);
    if (this.first > 32 && this.first * 2 > this.times.length) {
      this.times = this.times.slice(this.first);
      this.counts = this.counts.slice(this.first);
      this.first = 0;
    }
  }

  private drop(calls: number): void {
    const count = this.counts[this.first] ?? 0;
    this.used -= Math.min(calls, count);
    if (calls < count) this.counts[this.first] = count - calls;
    else this.first++;
  }
}
