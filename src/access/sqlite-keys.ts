// API keys in SQLite, cached in memory until this or another process changes one.
import { fieldsOf, recordOf, type Stored } from "./key-fields.js";
import type { Db } from "./sqlite-schema.js";
import { isAsExpected, type KeyChange, type KeyRecord, type KeyState } from "./store.js";

/** Keys that are remembered between calls. */
const MOST_CACHED = 10_000;

type Row = Stored & { readonly id: string };

export class SqliteKeys {
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
    return row === undefined ? undefined : recordOf(id, row);
  }

  list(): KeyRecord[] {
    const rows = this.db.prepare("SELECT * FROM keys ORDER BY created, id").all() as Row[];
    return rows.flatMap((row) => recordOf(row.id, row) ?? []);
  }

  /** False where there are as many as may be. */
  insert(record: KeyRecord): boolean {
    return this.within(() => {
      const { count } = this.db.prepare("SELECT count(*) AS count FROM keys").get() as { count: number };
      if (count >= this.most) return false;
      const fields = fieldsOf(record);
      const names = fields.map(([name]) => `, ${name}`).join("");
      this.db
        .prepare(`INSERT INTO keys (id${names}) VALUES (?${", ?".repeat(fields.length)})`)
        .run(record.id, ...fields.map(([, value]) => value));
      return true;
    });
  }

  change(id: string, change: KeyChange, expected?: KeyState): KeyRecord | undefined {
    return this.within(() => {
      const before = this.read(id);
      if (before === undefined || !isAsExpected(before, expected)) return undefined;
      const fields = fieldsOf(change);
      this.db
        .prepare(`UPDATE keys SET ${fields.map(([name]) => `${name} = ?`).join(", ")} WHERE id = ?`)
        .run(...fields.map(([, value]) => value), id);
      return { ...before, ...change };
    });
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
