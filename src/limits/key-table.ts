// Keys in the embedded database, remembered until someone changes them.
import type { InterfaceName } from "../engine/read/plans.js";
import type { Db } from "./schema.js";
import { isAsExpected, type KeyChange, type KeyRecord, type KeyState } from "./store.js";

/** Keys that are remembered between calls. */
const MOST_CACHED = 10_000;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly interface: InterfaceName;
  readonly plan: string;
  readonly created: number;
  readonly expires: number | null;
  readonly revoked: number | null;
  readonly last_used: number | null;
  readonly requests: number | null;
  readonly calls_per_month: number | null;
}

interface SecretRow {
  readonly hash: string;
  readonly created: number;
  readonly expires: number | null;
}

export class KeyTable {
  private readonly cache = new Map<string, KeyRecord>();
  private version: unknown;

  constructor(
    private readonly db: Db,
    private readonly most: number,
  ) {}

  /** Forgets what it knows when another process has written. */
  refresh(): void {
    const row = this.db.prepare("PRAGMA data_version").get() as { data_version: number };
    if (row.data_version === this.version) return;
    this.version = row.data_version;
    this.cache.clear();
  }

  cached(id: string): KeyRecord | undefined {
    const known = this.cache.get(id);
    if (known !== undefined) return known;
    const record = this.read(id);
    if (record === undefined) return undefined;
    if (this.cache.size >= MOST_CACHED) this.cache.clear();
    this.cache.set(id, record);
    return record;
  }

  read(id: string): KeyRecord | undefined {
    const row = this.db.prepare("SELECT * FROM keys WHERE id = ?").get(id) as Row | undefined;
    return row === undefined ? undefined : this.record(row);
  }

  list(): KeyRecord[] {
    const rows = this.db.prepare("SELECT * FROM keys ORDER BY created, id").all() as Row[];
    return rows.map((row) => this.record(row));
  }

  /** False where there are as many as may be. */
  insert(record: KeyRecord): boolean {
    return this.within(() => {
      const { count } = this.db.prepare("SELECT count(*) AS count FROM keys").get() as { count: number };
      if (count >= this.most) return false;
      this.db
        .prepare(
          `INSERT INTO keys (id, name, interface, plan, created, expires, revoked, last_used, requests, calls_per_month)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          record.id,
          record.name,
          record.interface,
          record.plan,
          record.created,
          record.expires ?? null,
          record.revoked ?? null,
          record.lastUsed ?? null,
          record.requests ?? null,
          record.callsPerMonth ?? null,
        );
      this.writeSecrets(record);
      return true;
    });
  }

  change(id: string, change: KeyChange, expected?: KeyState): KeyRecord | undefined {
    return this.within(() => {
      const before = this.read(id);
      if (before === undefined || !isAsExpected(before, expected)) return undefined;
      const after: KeyRecord = { ...before, ...change };
      this.db
        .prepare(
          `UPDATE keys SET name = ?, plan = ?, expires = ?, revoked = ?, requests = ?, calls_per_month = ?
           WHERE id = ?`,
        )
        .run(
          after.name,
          after.plan,
          after.expires ?? null,
          after.revoked ?? null,
          after.requests ?? null,
          after.callsPerMonth ?? null,
          id,
        );
      if (change.secrets !== undefined) {
        this.db.prepare("DELETE FROM secrets WHERE key_id = ?").run(id);
        this.writeSecrets(after);
      }
      return after;
    });
  }

  private writeSecrets({ id, secrets }: KeyRecord): void {
    const add = this.db.prepare("INSERT INTO secrets (hash, key_id, created, expires) VALUES (?, ?, ?, ?)");
    for (const { hash, created, expires } of secrets) add.run(hash, id, created, expires ?? null);
  }

  private record(row: Row): KeyRecord {
    const secrets = this.db
      .prepare("SELECT hash, created, expires FROM secrets WHERE key_id = ? ORDER BY created DESC, hash")
      .all(row.id) as SecretRow[];
    return {
      id: row.id,
      name: row.name,
      interface: row.interface,
      plan: row.plan,
      created: row.created,
      expires: row.expires ?? undefined,
      revoked: row.revoked ?? undefined,
      lastUsed: row.last_used ?? undefined,
      requests: row.requests ?? undefined,
      callsPerMonth: row.calls_per_month ?? undefined,
      secrets: secrets.map(({ hash, created, expires }) => ({
        hash,
        created,
        expires: expires ?? undefined,
      })),
    };
  }

  private within<T>(work: () => T): T {
    this.db.exec("BEGIN IMMEDIATE");
    try {
      const done = work();
      this.db.exec("COMMIT");
      this.cache.clear();
      return done;
    } catch (error) {
      this.db.exec("ROLLBACK");
      throw error;
    }
  }
}
