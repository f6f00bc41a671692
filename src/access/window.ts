// An exact sliding window: however the seconds fall, no span of time ever holds more than the quota.

/** Entries of a window that nobody has used yet. */
const SMALLEST = 2;
/** Milliseconds after which times are reckoned from a later start: as many as an entry holds. */
const FARTHEST = 2 ** 32 - 1;

/**
 * Counted calls in the order in which they came; entries that the span has left behind are dropped. They stand in a ring
 * of pairs, milliseconds since a start and calls, whose places are used again: a busy caller makes no garbage.
 */
export class Window {
  private ring = new Uint32Array(SMALLEST * 2);
  private start = 0;
  private first = 0;
  private size = 0;
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
    return this.used === 0 ? 0 : this.time(0) + span - now;
  }

  /** Whether nothing is counted any more. */
  idle(span: number, now: number): boolean {
    this.forget(span, now);
    return this.used === 0;
  }

  private wait(calls: number, quota: number, span: number, now: number): number {
    let surplus = this.used + calls - quota;
    let at = 0;
    for (; at < this.size - 1; at++) {
      surplus -= this.count(at);
      if (surplus <= 0) break;
    }
    return Math.max(1, this.time(at) + span - now);
  }

  private add(calls: number, now: number): void {
    this.used += calls;
    if (this.size > 0 && this.time(this.size - 1) === now) {
      this.ring[this.place(this.size - 1) + 1] = this.count(this.size - 1) + calls;
      return;
    }
    if (this.size * 2 === this.ring.length) this.resize(this.size * 2);
    if (this.size === 0) this.start = now;
    else if (now - this.start > FARTHEST) this.restart(this.time(0));
    const place = this.place(this.size++);
    this.ring[place] = now - this.start;
    this.ring[place + 1] = calls;
  }

  private forget(span: number, now: number): void {
    // A clock that was set back leaves no entry that would never go.
    if (this.size > 0 && this.time(this.size - 1) > now) this.restart(Math.min(this.start, now), now);
    while (this.size > 0 && this.time(0) <= now - span) this.drop(this.count(0));
    // What a rush has left behind is not kept for ever.
    if (this.size * 8 < this.ring.length && this.ring.length > SMALLEST * 16)
      this.resize(this.ring.length / 4);
  }

  private drop(calls: number): void {
    const count = this.count(0);
    this.used -= Math.min(calls, count);
    if (calls < count) this.ring[this.place(0) + 1] = count - calls;
    else {
      this.first = (this.first + 1) % (this.ring.length / 2);
      this.size--;
    }
  }

  /** Where the pair of an entry stands, counted from the oldest. */
  private place(at: number): number {
    return ((this.first + at) * 2) % this.ring.length;
  }

  private time(at: number): number {
    return this.start + (this.ring[this.place(at)] ?? 0);
  }

  private count(at: number): number {
    return this.ring[this.place(at) + 1] ?? 0;
  }

  private resize(entries: number): void {
    const ring = new Uint32Array(entries * 2);
    for (let at = 0; at < this.size; at++) {
      ring[at * 2] = this.ring[this.place(at)] ?? 0;
      ring[at * 2 + 1] = this.count(at);
    }
    this.ring = ring;
    this.first = 0;
  }

  /** Reckons times from another start; none is later than `latest`. */
  private restart(start: number, latest = Number.POSITIVE_INFINITY): void {
    for (let at = 0; at < this.size; at++)
      this.ring[this.place(at)] = Math.max(0, Math.min(this.time(at), latest) - start);
    this.start = start;
  }
}
