// Counts calls in memory: usage of each caller in the current window and month, and the part that is not yet stored.
import { monthAt } from "./months.js";
import { Recent } from "./recent.js";
import type { Ask, Counted, Subject } from "./store.js";
import type { Limits } from "./tiers.js";
import { Window } from "./window.js";

/** Callers in memory. A caller beyond them loses only its current window. */
const MOST_CALLERS = 100_000;

/** Calls of a month that are not yet stored; negative if more were refunded than counted. */
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

  /** `stored` returns a caller's stored calls of a month. */
  constructor(private readonly stored: (subject: Subject, month: string) => number) {}

  /** Counts the calls in the window, and in the month if they fit. */
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

  /** Adds a change that is not yet stored. */
  note(pending: Readonly<Pending>): void {
    const { subject, month } = pending;
    const ofMonth = this.waiting.get(month) ?? new Map<Subject, Pending>();
    const known = ofMonth.get(subject);
    if (known !== undefined) {
      known.calls += pending.calls;
      known.lastUsed = pending.lastUsed ?? known.lastUsed;
    } else if (this.pendingCount < MOST_CALLERS) {
      // Bounds memory while the store fails.
      this.waiting.set(month, ofMonth.set(subject, { ...pending }));
    }
  }

  /** Returns the changes that are not yet stored. */
  pending(): readonly Pending[] {
    return [...this.waiting.values()].flatMap((ofMonth) => [...ofMonth.values()]);
  }

  /** Clears the changes after they are stored. */
  delivered(): void {
    this.waiting = new Map();
  }

  /** Sets a caller's month to the stored total plus later changes. */
  settle(subject: Subject, month: string, calls: number): void {
    const tally = this.tallies.get(subject);
    if (tally?.month === month) tally.calls = Math.max(0, calls + this.pendingOf(subject, month));
  }

  /** Reloads months from the store. Windows continue, so that restarts do not grant a new window each time. */
  restart(): void {
    this.tallies.each((tally) => {
      tally.month = "";
    });
  }

  private tallyOf(subject: Subject, month: string): Tally {
    const known = this.tallies.get(subject);
    if (known?.month === month) return known;
    // A month can come back if the clock is set back; its count then continues.
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
