// The SQLite database: its tables, made at first use and brought up to date when a newer version opens it, and what can go wrong.
import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import Database from "libsql";
import { Late } from "./deadline.js";

/** Each step makes the next version of the tables; steps are added, never changed. */
const STEPS: readonly string[] = [
  `CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
   CREATE TABLE keys (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     interface TEXT NOT NULL,
     plan TEXT NOT NULL,
     created INTEGER NOT NULL,
     expires INTEGER,
     revoked INTEGER,
     last_used INTEGER,
     requests INTEGER,
     calls_per_month INTEGER
   ) STRICT;
   CREATE TABLE secrets (
     hash TEXT PRIMARY KEY,
     key_id TEXT NOT NULL REFERENCES keys (id),
     created INTEGER NOT NULL,
     expires INTEGER
   ) STRICT;
   CREATE INDEX secrets_of_key ON secrets (key_id);
   CREATE TABLE usage (
     subject TEXT NOT NULL,
     month TEXT NOT NULL,
     calls INTEGER NOT NULL,
     PRIMARY KEY (subject, month)
   ) STRICT, WITHOUT ROWID;`,
  // The secrets of a key in its row, newest first, as key-fields.ts writes them.
  `ALTER TABLE keys ADD COLUMN secrets TEXT NOT NULL DEFAULT '';
   UPDATE keys SET secrets = coalesce((
     SELECT group_concat(text, ' ') FROM (
       SELECT hash || ':' || created || ':' || coalesce(expires, '') AS text
       FROM secrets WHERE key_id = keys.id ORDER BY secrets.created DESC, hash)), '');
   DROP TABLE secrets;`,
];

export type Db = InstanceType<typeof Database>;
/** What a step needs of a connection; tests make each of its calls fail. */
export type Connection = Pick<Db, "exec" | "prepare" | "close">;

/** Milliseconds to wait for another process that writes. */
const PATIENCE_MS = 5000;
/** Milliseconds that a service which is just ending has to let go of the folder. */
const LOCK_MS = 1500;
export const IN_MEMORY = ":memory:";

/** `alone`: no other process may have opened it so. The lock is held as long as the database. */
export function openDatabase(
  file: string,
  alone: boolean,
): { readonly db: Db; readonly lock: Db | undefined } {
  if (file !== IN_MEMORY) ownersOnly(file);
  const lock = alone && file !== IN_MEMORY ? lockOf(file) : undefined;
  try {
    const db = new Database(file, { timeout: PATIENCE_MS });
    db.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
    db.exec("PRAGMA journal_mode = WAL");
    // Every commit reaches the disk: a key that was shown is never lost, and counts are written once a second.
    db.exec("PRAGMA synchronous = FULL");
    db.exec("PRAGMA foreign_keys = ON");
    const [fault] = db.prepare("PRAGMA quick_check(1)").all() as { quick_check: string }[];
    if (fault !== undefined && fault.quick_check !== "ok")
      throw new Error(`${file} is damaged (${fault.quick_check}). Restore it from a backup.`);
    migrate(db, file);
    return { db, lock };
  } catch (error) {
    lock?.close();
    throw error;
  }
}

/** A transaction that is never ended: the system lets go of it with the process, however that ends. */
function lockOf(file: string): Db {
  ownersOnly(`${file}.lock`);
  const lock = new Database(`${file}.lock`, { timeout: LOCK_MS });
  try {
    lock.exec(`PRAGMA busy_timeout = ${LOCK_MS}`);
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close();
    if (codeOf(error) !== "SQLITE_BUSY") throw error;
    throw new Error(
      "another plumbline serve uses it, and two would count apart. Stop that one, or share a Redis (REDIS_URL).",
    );
  }
}

/** Hashes of keys, and tables of callers, are nobody else's to read. */
function ownersOnly(file: string): void {
  closeSync(openSync(file, "a", 0o600));
  for (const name of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(name)) chmodSync(name, 0o600);
}

function migrate(db: Db, file: string): void {
  if (numberOf(db, "user_version") === STEPS.length) return;
  whole(db, () => {
    // Read again: another process may have been first.
    const version = numberOf(db, "user_version");
    if (version > STEPS.length)
      throw new Error(
        `${file} was written by a newer version of plumbline (tables ${version}, known ${STEPS.length}).`,
      );
    for (const step of STEPS.slice(version)) db.exec(step);
    rewriteHead(db);
  });
}

/** All of a step, or nothing of it. */
export function whole<T>(db: Connection, step: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const done = step();
    db.exec("COMMIT");
    return done;
  } catch (error) {
    try {
      db.exec("ROLLBACK");
    } catch {
      // SQLite has done so itself, as when the disk is full.
    }
    throw error;
  }
}

/** A write that changes nothing. */
export function rewriteHead(db: Db): void {
  db.exec(`PRAGMA user_version = ${STEPS.length}`);
}

export function numberOf(db: Connection, pragma: string): number {
  return (db.prepare(`PRAGMA ${pragma}`).get() as Record<string, number>)[pragma] ?? 0;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Whether it is the disk that fails, and not what was asked of it. */
export function isDiskFault(error: unknown): boolean {
  const code = codeOf(error);
  return error instanceof Late || (code.startsWith("SQLITE_") && !code.startsWith("SQLITE_CONSTRAINT"));
}

/** What went wrong, in words for an operator. */
export function diskFault(error: unknown): string {
  if (error instanceof Late) return `The disk gives ${error.message}.`;
  const code = codeOf(error);
  if (code === "SQLITE_FULL") return "The disk is full.";
  if (code === "SQLITE_BUSY") return "Another process holds the database.";
  if (code === "SQLITE_CORRUPT" || code === "SQLITE_NOTADB") return "The database is damaged.";
  if (code === "SQLITE_READONLY") return "The database cannot be written.";
  if (code.startsWith("SQLITE_IOERR")) return "The disk fails.";
  return error instanceof Error ? error.message : String(error);
}

/**
 * What visitors' networks are mixed with before they are kept. It stands in a file of its own: with both in hand every address
 * could be tried, so a copy of the database tells nothing of them.
 */
export function saltOf(db: Db, file: string): string {
  const row = db.prepare("SELECT value FROM meta WHERE name = 'salt'").get() as { value: string } | undefined;
  const fresh = row?.value ?? randomBytes(16).toString("hex");
  if (file === IN_MEMORY) return fresh;
  const path = `${file}.salt`;
  try {
    // Where another process was first, its own counts.
    if (!existsSync(path)) writeFileSync(path, fresh, { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
  if (row !== undefined) db.prepare("DELETE FROM meta WHERE name = 'salt'").run();
  return readFileSync(path, "utf8");
}
