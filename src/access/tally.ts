// What one caller has used: requests of the last minute or hour, and calls of the month.
import type { Month } from "./months.js";
import type { Counted } from "./store.js";
import type { Limits } from "./tiers.js";
import { Window } from "./window.js";

export class Tally {
  private readonly window = new Window();

  /** Starts from the calls of this month that are already known. */
  constructor(
    private month: string,
    private calls: number,
  ) {}

  take(tier: string, limits: Limits, calls: number, now: number, month: Month): Counted {
    this.turn(month.name);
    const { requests, callsPerMonth } = limits;
    const span = limits.span * 1000;
    let wait = requests === null ? 0 : this.window.take(calls, requests, span, now);
    let refused: Counted["refused"] = wait > 0 ? "requests" : undefined;
    if (refused === undefined && callsPerMonth !== null && this.calls + calls > callsPerMonth) {
      refused = "month";
      wait = month.end - now;
    }
    if (refused === undefined) this.calls += calls;
    return {
      tier,
      limits,
      refused,
      wait,
      requestsLeft: requests === null ? 0 : this.window.left(requests),
      more: requests === null ? 0 : this.window.more(span, now),
      callsLeft: callsPerMonth === null ? 0 : Math.max(0, callsPerMonth - this.calls),
      now,
    };
  }

  giveBack(calls: number, month: string): void {
    if (month === this.month) this.calls = Math.max(0, this.calls - calls);
  }

  /** What the store knows after several processes have added to it. */
  settle(month: string, calls: number): void {
    if (month === this.month) this.calls = calls;
  }

  private turn(month: string): void {
    if (month === this.month) return;
    this.month = month;
    this.calls = 0;
  }
}

/** Tallies of the callers seen last; of the others nothing is lost but the last minute. */
export class Tallies {
  private readonly tallies = new Map<string, Tally>();

  constructor(
    private readonly most: number,
    private readonly open: (subject: string) => Tally,
  ) {}

  of(subject: string): Tally {
    const known = this.tallies.get(subject);
    if (known !== undefined) return known;
    // The one that has been here longest goes: a caller who comes back is counted from the store again.
    if (this.tallies.size >= this.most) {
      const [oldest] = this.tallies.keys();
      if (oldest !== undefined) this.tallies.delete(oldest);
    }
    const tally = this.open(subject);
    this.tallies.set(subject, tally);
    return tally;
  }

  get(subject: string): Tally | undefined {
    return this.tallies.get(subject);
  }
}
