// The SQLite database: creates and migrates its tables, and describes its errors.
import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import Database from "libsql";
import { Late } from "./deadline.js";

/** Each step migrates to the next version. Steps are added, never changed. */
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
  // Moves the secrets of a key into its row, newest first, in the format of key-fields.ts.
  `ALTER TABLE keys ADD COLUMN secrets TEXT NOT NULL DEFAULT '';
   UPDATE keys SET secrets = coalesce((
     SELECT group_concat(text, ' ') FROM (
       SELECT hash || ':' || created || ':' || coalesce(expires, '') AS text
       FROM secrets WHERE key_id = keys.id ORDER BY secrets.created DESC, hash)), '');
   DROP TABLE secrets;`,
];

export type Db = InstanceType<typeof Database>;
/** The calls that a migration step uses. Tests make each of them fail. */
export type Connection = Pick<Db, "exec" | "prepare" | "close">;

/** Milliseconds to wait for another process that writes. */
const PATIENCE_MS = 5000;
/** Milliseconds for a service that is shutting down to release the folder. */
const LOCK_MS = 1500;
export const IN_MEMORY = ":memory:";

/** `alone` requests an exclusive lock, which lasts as long as the database is open. */
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
    // Every commit reaches the disk, so that a key is never lost after it was shown. Counts are written in batches.
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

/** A transaction that never ends. The operating system releases it when the process ends. */
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

/** Only the owner may read hashes of keys and data of callers. */
function ownersOnly(file: string): void {
  closeSync(openSync(file, "a", 0o600));
  for (const name of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(name)) chmodSync(name, 0o600);
}

function migrate(db: Db, file: string): void {
  if (numberOf(db, "user_version") === STEPS.length) return;
  whole(db, () => {
    // Read again inside the transaction, because another process may have migrated first.
    const version = numberOf(db, "user_version");
    if (version > STEPS.length)
      throw new Error(
        `${file} was written by a newer version of plumbline (tables ${version}; this version supports up to ${STEPS.length}).`,
      );
    for (const step of STEPS.slice(version)) db.exec(step);
    rewriteHead(db);
  });
}

/** Runs a step in a transaction. */
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
      // SQLite has already rolled back, for example if the disk is full.
    }
    throw error;
  }
}

/** Writes without a change, to test whether the disk accepts writes. */
export function rewriteHead(db: Db): void {
  db.exec(`PRAGMA user_version = ${STEPS.length}`);
}

export function numberOf(db: Connection, pragma: string): number {
  return (db.prepare(`PRAGMA ${pragma}`).get() as Record<string, number>)[pragma] ?? 0;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Returns whether the disk caused the error, and not the statement. */
export function isDiskFault(error: unknown): boolean {
  const code = codeOf(error);
  return error instanceof Late || (code.startsWith("SQLITE_") && !code.startsWith("SQLITE_CONSTRAINT"));
}

/** Returns the error as a sentence for an operator. */
export function diskFault(error: unknown): string {
  if (error instanceof Late) return `The disk gives ${error.message}.`;
  const code = codeOf(error);
  if (code === "SQLITE_FULL") return "The disk is full.";
  if (code === "SQLITE_BUSY") return "Another process has locked the database.";
  if (code === "SQLITE_CORRUPT" || code === "SQLITE_NOTADB") return "The database is damaged.";
  if (code === "SQLITE_READONLY") return "The database cannot be written.";
  if (code.startsWith("SQLITE_IOERR")) return "The disk fails.";
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns the salt of visitors' hashes. It is in a separate file, because salt and hashes together would let anyone
 * try every address.
 */
export function saltOf(db: Db, file: string): string {
  const row = db.prepare("SELECT value FROM meta WHERE name = 'salt'").get() as { value: string } | undefined;
  const fresh = row?.value ?? randomBytes(16).toString("hex");
  if (file === IN_MEMORY) return fresh;
  const path = `${file}.salt`;
  try {
    // If another process created the file first, its salt is used.
    if (!existsSync(path)) writeFileSync(path, fresh, { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
  if (row !== undefined) db.prepare("DELETE FROM meta WHERE name = 'salt'").run();
  return readFileSync(path, "utf8");
}
