// What counts callers while Redis is away; what they used is added to Redis when it is back.
import { MonthClock } from "./months.js";
import { Recent } from "./recent.js";
import { type Subject, subjectOf } from "./redis-names.js";
import { type Ask, StoreAway, type Taken } from "./store.js";
import { Tallies, Tally } from "./tally.js";
import { type InterfaceName, type Limits, limitsOf, type Tiers, tierOf } from "./tiers.js";

/** A key as Redis last confirmed it. */
export interface KnownKey {
  readonly id: string;
  readonly interface: InterfaceName;
  readonly tier: string;
  readonly limits: Limits;
  /** When the key or this secret of it ends. */
  readonly expires: number | undefined;
  /** When Redis said so. */
  readonly at: number;
}

/** Calls that Redis does not know of. */
export interface Owed {
  readonly subject: Subject;
  readonly month: string;
  calls: number;
  lastUsed: number | undefined;
}

/** What was counted here for an ask, and whether Redis is to learn of it. */
export interface TakenHere {
  readonly taken: Taken;
  readonly subject: Subject;
  readonly month: string;
}

const MOST_KNOWN = 10_000;
const MOST_TALLIES = 100_000;
/** Milliseconds before Redis went away in which a key must have been confirmed. */
const CONFIRMED_MS = 3_600_000;

export class Fallback {
  private readonly keys = new Recent<KnownKey>(MOST_KNOWN);
  /** What callers had used of a month when Redis was last asked. */
  private readonly used = new Recent<{ readonly month: string; readonly calls: number }>(MOST_KNOWN);
  private readonly months = new MonthClock();
  private tallies = this.freshTallies();
  private owed = new Map<string, Owed>();

  constructor(
    private readonly tiers: Tiers,
    private readonly now: () => number,
  ) {}

  /** Remembers what Redis said of a caller. */
  learn(subject: Subject, month: string, calls: number, hash: string | undefined, key: KnownKey): void {
    this.used.set(nameOf(subject), { month, calls });
    if (hash !== undefined) this.keys.set(hash, key);
  }

  /** This secret does not open anything any more. */
  unlearn(hash: string): void {
    this.keys.delete(hash);
  }

  /** The key has changed: what was known of it is not true any more. */
  unlearnKey(id: string): void {
    this.keys.forget((key) => key.id === id);
  }

  /** Starts to count: with empty windows, and without the keys that nobody has confirmed lately. */
  begin(): void {
    const since = this.now() - CONFIRMED_MS;
    this.keys.forget(({ at }) => at < since);
    this.tallies = this.freshTallies();
  }

  take(ask: Ask): TakenHere {
    const now = this.now();
    const month = this.months.at(now);
    const key = ask.key === undefined ? undefined : this.keys.get(ask.key.hash);
    const known = key !== undefined && key.id === ask.key?.id;
    const subject: Subject = known ? subjectOf(ask) : { kind: "ip", name: ask.visitor };
    if (known) {
      const fault =
        (key.expires ?? Number.POSITIVE_INFINITY) <= now
          ? "expired"
          : key.interface === ask.interface
            ? undefined
            : "foreign";
      if (fault !== undefined) return { taken: { fault }, subject, month: month.name };
    }
    const keyless = tierOf(this.tiers, ask.interface);
    const tier = known ? key.tier : keyless?.id;
    const limits = known ? key.limits : keyless === undefined ? undefined : limitsOf(keyless);
    if (tier === undefined || limits === undefined)
      throw new StoreAway("Redis is away, and this key has not been seen here before.");
    const counted = this.tallies.of(nameOf(subject)).take(tier, limits, ask.calls, now, month);
    return { taken: { counted }, subject, month: month.name };
  }

  /** Gives calls back that were counted here; nothing where they were not. */
  giveBack(subject: Subject, month: string, calls: number): void {
    this.tallies.get(nameOf(subject))?.giveBack(calls, month);
  }

  owe(subject: Subject, month: string, calls: number, lastUsed: number | undefined): void {
    const name = `${month} ${nameOf(subject)}`;
    const before = this.owed.get(name);
    if (before === undefined) {
      // A Redis that stays away must not fill the memory.
      if (this.owed.size < MOST_TALLIES) this.owed.set(name, { subject, month, calls, lastUsed });
      return;
    }
    before.calls += calls;
    before.lastUsed = lastUsed ?? before.lastUsed;
  }

  /** What is owed, which the caller now has to see to. */
  settle(): Owed[] {
    const all = [...this.owed.values()];
    this.owed = new Map();
    return all;
  }

  private freshTallies(): Tallies {
    return new Tallies(MOST_TALLIES, (name) => {
      const month = this.months.at(this.now()).name;
      const before = this.used.get(name);
      return new Tally(month, before?.month === month ? before.calls : 0);
    });
  }
}

function nameOf({ kind, name }: Subject): string {
  return `${kind}:${name}`;
}
