// Limits while Redis cannot be reached: this process counts callers itself, with the keys that Redis confirmed lately,
// and adds what they used to Redis when it is back.
import { Counts } from "./counts.js";
import { Recent } from "./recent.js";
import { type Ask, type Counted, type KeyFault, StoreAway, type Subject, subjectOf } from "./store.js";
import { type InterfaceName, type Limits, limitsOf, type Tiers, tierOf } from "./tiers.js";

/** A key as Redis last confirmed it. */
export interface CachedKey {
  readonly id: string;
  readonly interface: InterfaceName;
  readonly tier: string;
  readonly limits: Limits;
  /** When the key or this secret of it ends. */
  readonly expires: number | undefined;
  /** When Redis said so. */
  readonly at: number;
}

/** What was decided here, and under which name it was counted. */
export type TakenHere =
  | { readonly fault: KeyFault }
  | { readonly counted: Counted; readonly subject: Subject };

const MOST_KNOWN = 10_000;
/** Milliseconds before Redis went away in which a key must have been confirmed: it may have been withdrawn since. */
const CONFIRMED_MS = 30_000;

export class Fallback {
  /** By the hashes of their secrets. */
  readonly keys = new Recent<CachedKey>(MOST_KNOWN);
  /** What callers had used of a month when Redis was last asked. */
  private readonly used = new Recent<{ readonly month: string; readonly calls: number }>(MOST_KNOWN);
  /** What is used meanwhile; what is pending in it is owed to Redis. */
  readonly counts = new Counts((subject, month) => {
    const before = this.used.get(subject);
    return before?.month === month ? before.calls : 0;
  });

  constructor(
    private readonly tiers: Tiers,
    private readonly now: () => number,
  ) {}

  /** Remembers what Redis said of a caller. */
  learn(subject: Subject, month: string, calls: number): void {
    this.used.set(subject, { month, calls });
  }

  /** The key has changed: what was known of it is not true any more. */
  unlearnKey(id: string): void {
    this.keys.forget((key) => key.id === id);
  }

  /** Starts to count, without the keys that nobody has confirmed lately. */
  begin(): void {
    const since = this.now() - CONFIRMED_MS;
    this.keys.forget(({ at }) => at < since);
    this.counts.restart();
  }

  take(ask: Ask): TakenHere {
    const now = this.now();
    const found = ask.key === undefined ? undefined : this.keys.get(ask.key.hash);
    const key = found?.id === ask.key?.id ? found : undefined;
    if (key !== undefined && (key.expires ?? Number.POSITIVE_INFINITY) <= now) return { fault: "expired" };
    if (key !== undefined && key.interface !== ask.interface) return { fault: "foreign" };
    const subject = subjectOf({ ...ask, key: key === undefined ? undefined : ask.key });
    const keyless = tierOf(this.tiers, ask.interface);
    const tier = key?.tier ?? keyless?.id;
    const limits = key?.limits ?? (keyless === undefined ? undefined : limitsOf(keyless));
    if (tier === undefined || limits === undefined)
      throw new StoreAway("Redis is away, and this key has not been seen here before.");
    return { counted: this.counts.take(subject, tier, limits, ask, now), subject };
  }
}
