// Keys, limits and usage of one process, in an SQLite file. Limits are decided in memory, and usage is written twice a
// second.
import { Counts } from "./counts.js";
import { monthAt, monthsBefore } from "./months.js";
import { SqliteKeys } from "./sqlite-keys.js";
import { type Db, openDatabase, saltOf } from "./sqlite-schema.js";
import {
  type Ask,
  type KeyChange,
  type KeyFault,
  type KeyRecord,
  type KeyState,
  MONTHS_KEPT,
  MOST_KEYS,
  type Store,
  type StoreOptions,
  subjectOf,
  type Taken,
  type Usage,
} from "./store.js";
import { limitsOf, tierOf } from "./tiers.js";
import { sameHash } from "./token.js";
import { visitorNames } from "./visitors.js";

/** Visitors whose month is kept on disk; those who called least are forgotten first. */
const MOST_VISITORS = 200_000;
/** Half of the second that may be lost. */
const FLUSH_MS = 500;
/** Milliseconds after which a change made by another process is seen. */
const GLANCE_MS = 200;
/** Milliseconds between two looks at how much is kept. */
const PRUNE_MS = 60_000;
/** Bounds of the visitors among the subjects, for the index. */
const VISITORS = ["ip:", "ip;"] as const;

export class SqliteStore implements Store {
  private readonly db: Db;
  private readonly keys: SqliteKeys;
  private readonly counts: Counts;
  private readonly timer: NodeJS.Timeout;
  private looked = Number.NEGATIVE_INFINITY;
  private pruned = Number.NEGATIVE_INFINITY;
  /** The name under which a network is counted. */
  readonly visitor: (network: string) => string;
  private readonly now: () => number;

  constructor(
    file: string,
    private readonly options: StoreOptions,
  ) {
    this.now = options.now ?? Date.now;
    this.db = openDatabase(file);
    this.keys = new SqliteKeys(this.db, options.mostKeys ?? MOST_KEYS);
    this.visitor = visitorNames(saltOf(this.db));
    const known = this.db.prepare("SELECT calls FROM usage WHERE subject = ? AND month = ?");
    this.counts = new Counts((subject, month) => {
      const row = known.get(subject, month) as { calls: number } | undefined;
      return row?.calls ?? 0;
    });
    this.timer = setInterval(() => this.tryFlush(), FLUSH_MS);
    this.timer.unref();
  }

  take(ask: Ask): Taken {
    const now = this.now();
    const { interface: name, key, calls } = ask;
    const record = key === undefined ? undefined : this.find(key.id, now);
    if (key !== undefined) {
      const fault = faultOf(record, ask, now);
      if (fault !== undefined) return { fault };
    }
    const tier = tierOf(this.options.tiers, name, record?.tier);
    // A tier that was taken out of the list leaves its keys without one.
    if (tier === undefined) return { fault: "unknown" };
    const subject = subjectOf(ask);
    const counted = this.counts.take(subject, tier.id, limitsOf(tier, record), ask, now);
    const lastUsed = key === undefined ? undefined : now;
    if (counted.refused === undefined)
      this.counts.note({ subject, month: monthAt(now).name, calls, lastUsed });
    return { counted };
  }

  giveBack(ask: Ask, calls: number, counted: number): void {
    const [subject, month] = [subjectOf(ask), monthAt(counted).name];
    this.counts.giveBack(subject, month, calls);
    this.counts.note({ subject, month, calls: -calls, lastUsed: undefined });
  }

  async insert(record: KeyRecord): Promise<boolean> {
    return this.keys.insert(record);
  }

  async read(id: string): Promise<KeyRecord | undefined> {
    this.tryFlush();
    return this.keys.read(id);
  }

  async list(): Promise<KeyRecord[]> {
    this.tryFlush();
    return this.keys.list();
  }

  async change(id: string, change: KeyChange, expected?: KeyState): Promise<KeyRecord | undefined> {
    return this.keys.change(id, change, expected);
  }

  async usage(id: string): Promise<Usage[]> {
    this.tryFlush();
    const rows = this.db
      .prepare("SELECT month, calls FROM usage WHERE subject = ? ORDER BY month DESC LIMIT ?")
      .all(`key:${id}`, MONTHS_KEPT) as Usage[];
    return rows.map(({ month, calls }) => ({ month, calls }));
  }

  async usageOf(month: string): Promise<{ keys: Map<string, number>; visitors: number }> {
    this.tryFlush();
    const keys = this.db
      .prepare("SELECT subject, calls FROM usage WHERE month = ? AND subject >= 'key:' AND subject < 'key;'")
      .all(month) as { subject: string; calls: number }[];
    const visitors = this.db
      .prepare(
        "SELECT coalesce(sum(calls), 0) AS calls FROM usage WHERE month = ? AND subject >= ? AND subject < ?",
      )
      .get(month, ...VISITORS) as { calls: number };
    return {
      keys: new Map(keys.map(({ subject, calls }) => [subject.slice("key:".length), calls])),
      visitors: visitors.calls,
    };
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    if (!this.db.open) return;
    this.tryFlush();
    this.db.close();
  }

  /** The key as it stands; one that is not known is looked for again, since it may just have been made. */
  private find(id: string, now: number): KeyRecord | undefined {
    if (now - this.looked >= GLANCE_MS || now < this.looked) {
      this.looked = now;
      this.keys.refresh();
    }
    return this.keys.cached(id);
  }

  private tryFlush(): void {
    try {
      this.flush();
    } catch (error) {
      this.options.failed(error);
    }
  }

  /** Adds what is pending to the disk, in one transaction; what other processes added comes back with it. */
  private flush(): void {
    const pending = this.counts.pending();
    if (pending.length === 0) return;
    const add = this.db.prepare(
      `INSERT INTO usage (subject, month, calls) VALUES (?, ?, max(0, ?3))
       ON CONFLICT (subject, month) DO UPDATE SET calls = max(0, calls + ?3) RETURNING calls`,
    );
    const used = this.db.prepare("UPDATE keys SET last_used = max(coalesce(last_used, 0), ?) WHERE id = ?");
    const totals: number[] = [];
    this.db.exec("BEGIN IMMEDIATE");
    try {
      for (const { subject, month, calls, lastUsed } of pending) {
        const row = add.get(subject, month, calls) as { calls: number };
        totals.push(row.calls);
        if (lastUsed !== undefined) used.run(lastUsed, subject.slice("key:".length));
      }
      this.prune();
      this.db.exec("COMMIT");
    } catch (error) {
      this.db.exec("ROLLBACK");
      throw error;
    }
    this.counts.delivered();
    pending.forEach(({ subject, month }, at) => {
      this.counts.settle(subject, month, totals[at] ?? 0);
    });
  }

  /** Visitors of months past are forgotten, and of too many those who called least; keys' usage is kept for two years. */
  private prune(): void {
    const now = this.now();
    if (Math.abs(now - this.pruned) < PRUNE_MS) return;
    this.pruned = now;
    const month = monthAt(now).name;
    this.db
      .prepare("DELETE FROM usage WHERE subject >= ? AND subject < ? AND month < ?")
      .run(...VISITORS, month);
    this.db.prepare("DELETE FROM usage WHERE month < ?").run(monthsBefore(now, MONTHS_KEPT));
    const { count } = this.db
      .prepare("SELECT count(*) AS count FROM usage WHERE subject >= ? AND subject < ?")
      .get(...VISITORS) as { count: number };
    if (count > MOST_VISITORS)
      this.db
        .prepare(
          `DELETE FROM usage WHERE month = ? AND subject IN
           (SELECT subject FROM usage WHERE subject >= ? AND subject < ? ORDER BY calls LIMIT ?)`,
        )
        .run(month, ...VISITORS, count - MOST_VISITORS);
  }
}

/** Why this key does not open this door; every secret is compared, so that time tells nothing. */
function faultOf(record: KeyRecord | undefined, ask: Ask, now: number): KeyFault | undefined {
  const hash = ask.key?.hash ?? "";
  const secret = (record?.secrets ?? []).filter((each) => sameHash(each.hash, hash))[0];
  if (record === undefined || secret === undefined) return "unknown";
  if (record.revoked !== undefined) return "revoked";
  if ((record.expires ?? Number.POSITIVE_INFINITY) <= now) return "expired";
  if ((secret.expires ?? Number.POSITIVE_INFINITY) <= now) return "expired";
  return record.interface === ask.interface ? undefined : "foreign";
}
