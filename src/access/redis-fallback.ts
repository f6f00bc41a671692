// Limits while Redis is unavailable: this process counts calls itself, accepts recently confirmed keys, and adds the
// usage to Redis later.
import { Counts } from "./counts.js";
import { Recent } from "./recent.js";
import { type Ask, type Counted, type KeyFault, StoreAway, type Subject, subjectOf } from "./store.js";
import { type InterfaceName, type Limits, limitsOf, type Tiers, tierOf } from "./tiers.js";

/** A key as last confirmed by Redis. */
export interface CachedKey {
  readonly id: string;
  readonly interface: InterfaceName;
  readonly tier: string;
  readonly limits: Limits;
  /** Expiry of the key or of this secret. */
  readonly expires: number | undefined;
  /** Time of the confirmation. */
  readonly at: number;
}

/** A local decision, with the subject that was charged. */
export type TakenHere =
  | { readonly fault: KeyFault }
  | { readonly counted: Counted; readonly subject: Subject };

const MOST_KNOWN = 10_000;
/**
 * Milliseconds before the outage in which a key must have been confirmed, because older ones may have been revoked.
 */
const CONFIRMED_MS = 30_000;

export class Fallback {
  /** By the hashes of their secrets. */
  readonly keys = new Recent<CachedKey>(MOST_KNOWN);
  /** Monthly usage that Redis last reported. */
  private readonly used = new Recent<{ readonly month: string; readonly calls: number }>(MOST_KNOWN);
  /** Usage during the outage. Its pending changes are written to Redis later. */
  readonly counts = new Counts((subject, month) => {
    const before = this.used.get(subject);
    return before?.month === month ? before.calls : 0;
  });

  constructor(
    private readonly tiers: Tiers,
    private readonly now: () => number,
  ) {}

  /** Stores a caller's usage as reported by Redis. */
  learn(subject: Subject, month: string, calls: number): void {
    this.used.set(subject, { month, calls });
  }

  /** Drops a key after it was changed. */
  unlearnKey(id: string): void {
    this.keys.forget((key) => key.id === id);
  }

  /** Starts local counting, without keys that were not confirmed recently. */
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
