// Keys and usage in an SQLite file. Every step is synchronous; a service runs them in a thread.
import type { Pending } from "./counts.js";
import { fieldsOf, recordOf, type StoredKey } from "./key-fields.js";
import { monthAt } from "./months.js";
import { codeOf, type Db, numberOf, openDatabase, rewriteHead, saltOf, whole } from "./sqlite-schema.js";
import {
  isAsExpected,
  type KeyChange,
  type KeyRecord,
  type KeyState,
  MONTHS_STORED,
  MOST_KEYS,
  type MonthlyUsage,
} from "./store.js";

export interface DiskFile {
  readonly file: string;
  readonly mostKeys?: number | undefined;
  /** Whether to lock the folder against other services. */
  readonly alone?: boolean;
  /** Maximum pages of the file. */
  readonly mostPages?: number;
}

export interface LoadedKeys {
  readonly salt: string;
  readonly keys: readonly KeyRecord[];
  readonly usage: readonly (MonthlyUsage & { readonly subject: string })[];
}

/** Visitors with a stored month. Those with the fewest calls are removed first. */
const MOST_VISITORS = 200_000;
/** Months of usage kept for visitors: one more than the current one, for clocks that are set back. */
const VISITOR_MONTHS = 2;
/** Additions between two prunings. */
const PRUNE_EVERY = 120;
/** Range of visitors among the subjects, for the index. */
const VISITORS = ["ip:", "ip;"] as const;

type Row = StoredKey & { readonly id: string };

export class SqliteDisk {
  private readonly db: Db;
  private readonly lock: Db | undefined;
  private readonly file: string;
  private readonly mostKeys: number;
  private version: number | undefined;
  private additions = 0;
  /** Keys as last read, to detect changes by other processes. */
  private known = new Map<string, string>();

  constructor({ file, mostKeys = MOST_KEYS, alone = false, mostPages }: DiskFile) {
    this.file = file;
    this.mostKeys = mostKeys;
    const { db, lock } = openDatabase(file, alone);
    this.db = db;
    this.lock = lock;
    if (mostPages !== undefined) this.db.exec(`PRAGMA max_page_count = ${mostPages}`);
  }

  /** Returns all keys, and the usage of this month and the one before. */
  load(now: number): LoadedKeys {
    return {
      salt: saltOf(this.db, this.file),
      keys: this.news() ?? [],
      usage: this.db
        .prepare("SELECT subject, month, calls FROM usage WHERE month >= ?")
        .all(monthAt(monthAt(now).start - 1).name) as LoadedKeys["usage"],
    };
  }

  /** Returns keys that another process added or changed since the last call; undefined if nothing was written. */
  news(): KeyRecord[] | undefined {
    const version = numberOf(this.db, "data_version");
    if (version === this.version) return undefined;
    this.version = version;
    const rows = this.db.prepare("SELECT * FROM keys").all() as Row[];
    return rows.flatMap((row) => {
      // Ignored, because it changes with every call.
      const text = JSON.stringify({ ...row, last_used: null });
      if (this.known.get(row.id) === text) return [];
      this.known.set(row.id, text);
      return recordOf(row.id, row) ?? [];
    });
  }

  /** Returns false if the store is full. */
  insert(record: KeyRecord): boolean {
    return whole(this.db, () => {
      const { count } = this.db.prepare("SELECT count(*) AS count FROM keys").get() as { count: number };
      if (count >= this.mostKeys) return false;
      const fields = fieldsOf(record);
      const names = fields.map(([name]) => `, ${name}`).join("");
      this.db
        .prepare(`INSERT INTO keys (id${names}) VALUES (?${", ?".repeat(fields.length)})`)
        .run(record.id, ...fields.map(([, value]) => value));
      return true;
    });
  }

  change(id: string, change: KeyChange, expected?: KeyState): KeyRecord | undefined {
    const work = () => {
      const row = this.db.prepare("SELECT * FROM keys WHERE id = ?").get(id) as Row | undefined;
      const before = row === undefined ? undefined : recordOf(id, row);
      if (before === undefined || !isAsExpected(before, expected)) return undefined;
      const fields = fieldsOf(change);
      this.db
        .prepare(`UPDATE keys SET ${fields.map(([name]) => `${name} = ?`).join(", ")} WHERE id = ?`)
        .run(...fields.map(([, value]) => value), id);
      return { ...before, ...change };
    };
    try {
      return whole(this.db, work);
    } catch (error) {
      if (codeOf(error) !== "SQLITE_FULL") throw error;
      // A checkpoint frees space in the log, so that a key can be revoked although the disk is full.
      this.db.exec("PRAGMA wal_checkpoint(RESTART)");
      return whole(this.db, work);
    }
  }

  /** Newest month first. */
  usage(id: string): MonthlyUsage[] {
    const rows = this.db
      .prepare("SELECT month, calls FROM usage WHERE subject = ? ORDER BY month DESC LIMIT ?")
      .all(`key:${id}`, MONTHS_STORED) as MonthlyUsage[];
    return rows.map(({ month, calls }) => ({ month, calls }));
  }

  usageOf(month: string): { keys: Map<string, number>; visitors: number } {
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

  /** Adds to the months in one transaction and returns the totals. An empty list is written too, to test the disk. */
  add(all: readonly Pending[]): number[] {
    const add = this.db.prepare(
      `INSERT INTO usage (subject, month, calls) VALUES (?, ?, max(0, ?3))
       ON CONFLICT (subject, month) DO UPDATE SET calls = max(0, calls + ?3) RETURNING calls`,
    );
    const used = this.db.prepare("UPDATE keys SET last_used = max(coalesce(last_used, 0), ?) WHERE id = ?");
    return whole(this.db, () => {
      const totals = all.map(({ subject, month, calls, lastUsed }) => {
        if (lastUsed !== undefined) used.run(lastUsed, subject.slice("key:".length));
        return (add.get(subject, month, calls) as { calls: number }).calls;
      });
      if (all.length === 0) rewriteHead(this.db);
      if (this.additions++ % PRUNE_EVERY === 0) this.prune(all.at(-1)?.month ?? "");
      return totals;
    });
  }

  close(): void {
    if (this.db.open) this.db.close();
    if (this.lock?.open === true) this.lock.close();
  }

  /**
   * Removes the oldest months by their rank, not by the clock, so that a wrong clock deletes nothing. The present
   * month stays. Of too many visitors, those with the fewest calls are removed.
   */
  private prune(present: string): void {
    const newest = (months: number, where = "") =>
      `SELECT DISTINCT month FROM usage ${where} ORDER BY month DESC LIMIT ${months}`;
    const visiting = "subject >= ? AND subject < ?";
    this.db
      .prepare(
        `DELETE FROM usage WHERE ${visiting} AND month NOT IN (${newest(VISITOR_MONTHS, `WHERE ${visiting}`)}) AND month <> ?`,
      )
      .run(...VISITORS, ...VISITORS, present);
    this.db
      .prepare(`DELETE FROM usage WHERE month NOT IN (${newest(MONTHS_STORED + 1)}) AND month <> ?`)
      .run(present);
    const { count } = this.db
      .prepare(`SELECT count(*) AS count FROM usage WHERE ${visiting}`)
      .get(...VISITORS) as { count: number };
    if (count > MOST_VISITORS)
      this.db
        .prepare(
          `DELETE FROM usage WHERE (subject, month) IN
           (SELECT subject, month FROM usage WHERE ${visiting} ORDER BY month, calls LIMIT ?)`,
        )
        .run(...VISITORS, count - MOST_VISITORS);
  }
}
