// Counting in memory: what each caller has used of the last minute or hour and of the month, and what of it the store that
// stands behind does not know yet.
import { monthAt } from "./months.js";
import { Recent } from "./recent.js";
import type { Ask, Counted, Subject } from "./store.js";
import type { Limits } from "./tiers.js";
import { Window } from "./window.js";

/** Callers who are remembered; of the others nothing is lost but the last minute. */
const MOST_CALLERS = 100_000;

/** Calls of a month that the store does not know yet; less than nothing where more were given back. */
export interface Pending {
  readonly subject: Subject;
  readonly month: string;
  calls: number;
  lastUsed: number | undefined;
}

interface Tally {
  readonly window: Window;
  month: string;
  calls: number;
}

export class Counts {
  private tallies = new Recent<Tally>(MOST_CALLERS);
  /** By month, then by subject. */
  private waiting = new Map<string, Map<Subject, Pending>>();

  /** `stored` tells what the store knows of a caller's month. */
  constructor(private readonly stored: (subject: Subject, month: string) => number) {}

  /** Counts the calls in the window, and in the month where they fit. */
  take(
    subject: Subject,
    tier: string,
    limits: Limits,
    { calls, atOnce = calls }: Pick<Ask, "calls" | "atOnce">,
    now: number,
  ): Counted {
    const month = monthAt(now);
    const tally = this.tallyOf(subject, month.name);
    const { requests, callsPerMonth } = limits;
    const span = limits.span * 1000;
    let wait = requests === null ? 0 : tally.window.take(atOnce, requests, span, now);
    let refused: Counted["refused"] = wait > 0 ? "requests" : undefined;
    if (refused === undefined && callsPerMonth !== null && tally.calls + calls > callsPerMonth) {
      refused = "month";
      wait = month.end - now;
    }
    if (refused === undefined) tally.calls += calls;
    return {
      tier,
      limits,
      refused,
      wait,
      requestsLeft: requests === null ? 0 : tally.window.left(requests),
      more: requests === null ? 0 : tally.window.more(span, now),
      callsLeft: callsPerMonth === null ? 0 : Math.max(0, callsPerMonth - tally.calls),
      now,
    };
  }

  giveBack(subject: Subject, month: string, calls: number): void {
    const tally = this.tallies.get(subject);
    if (tally?.month === month) tally.calls = Math.max(0, tally.calls - calls);
  }

  /** Remembers what the store has to learn. */
  note(pending: Readonly<Pending>): void {
    const { subject, month } = pending;
    const ofMonth = this.waiting.get(month) ?? new Map<Subject, Pending>();
    const known = ofMonth.get(subject);
    if (known !== undefined) {
      known.calls += pending.calls;
      known.lastUsed = pending.lastUsed ?? known.lastUsed;
    } else if (this.pendingCount < MOST_CALLERS) {
      // A store that takes nothing must not fill the memory.
      this.waiting.set(month, ofMonth.set(subject, { ...pending }));
    }
  }

  /** What the store has to learn; noted until it has. */
  pending(): readonly Pending[] {
    return [...this.waiting.values()].flatMap((ofMonth) => [...ofMonth.values()]);
  }

  /** The store knows all that was pending. */
  delivered(): void {
    this.waiting = new Map();
  }

  /** What the store has come to know; what was noted since comes on top. */
  settle(subject: Subject, month: string, calls: number): void {
    const tally = this.tallies.get(subject);
    if (tally?.month === month) tally.calls = Math.max(0, calls + this.pendingOf(subject, month));
  }

  /** Months start anew from what is stored. The last minute goes on: who restarts often must not grant it anew each time. */
  restart(): void {
    this.tallies.each((tally) => {
      tally.month = "";
    });
  }

  private tallyOf(subject: Subject, month: string): Tally {
    const known = this.tallies.get(subject);
    if (known?.month === month) return known;
    // A month that was left and comes back, as with a clock that was set back, goes on where it was.
    const calls = Math.max(0, this.stored(subject, month) + this.pendingOf(subject, month));
    const tally = { window: known?.window ?? new Window(), month, calls };
    this.tallies.set(subject, tally);
    return tally;
  }

  private get pendingCount(): number {
    let count = 0;
    for (const { size } of this.waiting.values()) count += size;
    return count;
  }

  private pendingOf(subject: Subject, month: string): number {
    return this.waiting.get(month)?.get(subject)?.calls ?? 0;
  }
}
