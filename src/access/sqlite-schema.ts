// The SQLite database: its tables, made at first use and brought up to date when a newer version opens it.
import { randomBytes } from "node:crypto";
import Database from "libsql";

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

/** Milliseconds to wait for another process that writes. */
const PATIENCE_MS = 5000;

export function openDatabase(file: string): Db {
  const db = new Database(file, { timeout: PATIENCE_MS });
  db.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
  db.exec("PRAGMA journal_mode = WAL");
  // Every commit reaches the disk: a key that was shown is never lost, and counts are written once a second.
  db.exec("PRAGMA synchronous = FULL");
  db.exec("PRAGMA foreign_keys = ON");
  migrate(db, file);
  return db;
}

function migrate(db: Db, file: string): void {
  if (versionOf(db) === STEPS.length) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    // Read again: another process may have been first.
    const version = versionOf(db);
    if (version > STEPS.length)
      throw new Error(
        `${file} was written by a newer version of plumbline (tables ${version}, known ${STEPS.length}).`,
      );
    for (const step of STEPS.slice(version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${STEPS.length}`);
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

function versionOf(db: Db): number {
  const row = db.prepare("PRAGMA user_version").get() as { user_version: number };
  return row.user_version;
}

/** What visitors' networks are mixed with before they are kept; made once for each database. */
export function saltOf(db: Db): string {
  db.prepare("INSERT INTO meta (name, value) VALUES ('salt', ?) ON CONFLICT DO NOTHING").run(
    randomBytes(16).toString("hex"),
  );
  const row = db.prepare("SELECT value FROM meta WHERE name = 'salt'").get() as { value: string };
  return row.value;
}
