// The file of jobs: its tables, and how SQLite is to treat it. What is deleted is overwritten, and its room given back.
import { type Connection, numberOf, whole } from "../../access/sqlite-schema.js";

/** Milliseconds that another process may hold the file: the next try is not far. */
const PATIENCE_MS = 500;
const PAGE_BYTES = 4096;
const MOST_MIB = 8192;
/** Another one for each change of the tables. */
const VERSION = 2;
/** What SQLite calls giving back room a few pages at a time. */
const INCREMENTAL = 2;

const TABLES = `
  DROP TABLE IF EXISTS jobs;
  DROP TABLE IF EXISTS parts;
  CREATE TABLE jobs (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, data TEXT NOT NULL, state TEXT NOT NULL, parts INTEGER NOT NULL,
    done INTEGER NOT NULL DEFAULT 0, rows INTEGER NOT NULL, computed INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0, stored INTEGER NOT NULL, counted INTEGER NOT NULL, expires INTEGER NOT NULL,
    failure TEXT, settled INTEGER NOT NULL DEFAULT 0, retry TEXT, content TEXT, UNIQUE (owner, retry)
  ) STRICT;
  CREATE TABLE parts (
    job TEXT NOT NULL, number INTEGER NOT NULL, line INTEGER NOT NULL, turn INTEGER NOT NULL, input BLOB, output BLOB,
    tally TEXT, done INTEGER NOT NULL DEFAULT 0, lease INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0,
    reason TEXT, PRIMARY KEY (job, number)
  ) STRICT;
  CREATE INDEX parts_to_do ON parts (turn) WHERE done = 0;
  PRAGMA user_version = ${VERSION};`;

export function openFile(db: Connection, mostMib: number = MOST_MIB): void {
  db.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
  db.exec("PRAGMA auto_vacuum = INCREMENTAL");
  db.exec("PRAGMA journal_mode = WAL");
  db.exec("PRAGMA synchronous = FULL");
  db.exec("PRAGMA secure_delete = ON");
  db.exec(`PRAGMA max_page_count = ${Math.floor((mostMib * 1024 * 1024) / PAGE_BYTES)}`);
  if (numberOf(db, "user_version") === VERSION) return;
  whole(db, () => {
    // Another process may have been first. Jobs of an earlier version are gone: they live for a day.
    if (numberOf(db, "user_version") !== VERSION) db.exec(TABLES);
  });
  // A file of an earlier version does not give room back before it is written anew.
  if (numberOf(db, "auto_vacuum") !== INCREMENTAL) db.exec("VACUUM");
}
