// The queue of jobs in an SQLite file, for one machine: every step is a transaction, so that a process that is killed loses
// nothing and does nothing twice.
import { setTimeout as pause } from "node:timers/promises";
import Database from "libsql";
import { messageOf } from "../../wording/wording.js";
import {
  type Job,
  type JobProgress,
  type JobQueue,
  LEASE_MS,
  MOST_TRIES,
  type Part,
  type PartTask,
  type PartWork,
  RETRY_MS,
  stateOf,
  sumOf,
  tallyText,
  type Working,
} from "./queue.js";

const TABLES = `
  CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, data TEXT NOT NULL, state TEXT NOT NULL, parts INTEGER NOT NULL,
    expires INTEGER NOT NULL, failure TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS parts (
    job TEXT NOT NULL, number INTEGER NOT NULL, line INTEGER NOT NULL, input BLOB, output BLOB, tally TEXT,
    done INTEGER NOT NULL DEFAULT 0, lease INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (job, number)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS parts_to_do ON parts (lease) WHERE done = 0;`;

const PATIENCE_MS = 5000;
/** Milliseconds between two looks for parts that another process has added or left behind. */
const LOOK_MS = 200;

interface JobRow {
  readonly data: string;
  readonly state: "open" | "cancelled" | "failed";
  readonly parts: number;
  readonly failure: string | null;
}
interface PartRow {
  readonly job: string;
  readonly number: number;
  readonly line: number;
  readonly input: Uint8Array;
  readonly tries: number;
}

export class SqliteQueue implements JobQueue {
  private readonly db: InstanceType<typeof Database>;

  constructor(
    file: string,
    private readonly now: () => number = Date.now,
  ) {
    this.db = new Database(file, { timeout: PATIENCE_MS });
    this.db.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
    this.db.exec("PRAGMA journal_mode = WAL");
    this.db.exec("PRAGMA synchronous = FULL");
    this.db.exec(TABLES);
  }

  async add(job: Job, parts: readonly Part[]): Promise<void> {
    this.whole(() => {
      this.db
        .prepare("INSERT INTO jobs (id, data, state, parts, expires) VALUES (?, ?, 'open', ?, ?)")
        .run(job.id, JSON.stringify(job), parts.length, job.expires);
      const insert = this.db.prepare("INSERT INTO parts (job, number, line, input) VALUES (?, ?, ?, ?)");
      for (const [number, { bytes, line }] of parts.entries())
        insert.run(job.id, number, line, Buffer.from(bytes));
    });
  }

  async read(id: string): Promise<JobProgress | undefined> {
    const row = this.db.prepare("SELECT data, state, parts, failure FROM jobs WHERE id = ?").get(id) as
      | JobRow
      | undefined;
    if (row === undefined) return undefined;
    const tallies = this.db
      .prepare("SELECT tally FROM parts WHERE job = ? AND done = 1 ORDER BY number")
      .all(id) as { tally: string }[];
    const done = tallies.length;
    return {
      job: JSON.parse(row.data) as Job,
      state: stateOf(row.state, row.parts, done),
      parts: row.parts,
      done,
      tally: sumOf(tallies.map(({ tally }) => tally)),
      failure: row.failure ?? undefined,
    };
  }

  async cancel(id: string): Promise<JobProgress | undefined> {
    this.end(id, "cancelled", null);
    return this.read(id);
  }

  async result(id: string, number: number): Promise<Uint8Array | undefined> {
    const row = this.db
      .prepare("SELECT output FROM parts WHERE job = ? AND number = ? AND done = 1")
      .get(id, number) as { output: Uint8Array } | undefined;
    return row?.output;
  }

  async open(): Promise<number> {
    const row = this.db.prepare(`SELECT count(*) AS count ${TO_DO}`).get() as { count: number };
    return row.count;
  }

  async work(work: PartWork, atOnce: number): Promise<Working> {
    const stopping = new AbortController();
    const look = async () => {
      while (!stopping.signal.aborted) {
        const task = this.claim();
        if (task === undefined) await pause(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
        else await this.compute(task, work);
      }
    };
    const lines = Array.from({ length: atOnce }, look);
    return {
      stop: async () => {
        stopping.abort();
        await Promise.all(lines);
      },
    };
  }

  async purge(now: number): Promise<void> {
    this.whole(() => {
      this.db.prepare("DELETE FROM parts WHERE job IN (SELECT id FROM jobs WHERE expires < ?)").run(now);
      this.db.prepare("DELETE FROM jobs WHERE expires < ?").run(now);
    });
  }

  async close(): Promise<void> {
    this.db.close();
  }

  private claim(): PartTask | undefined {
    return this.whole(() => {
      const now = this.now();
      const row = this.db
        .prepare(
          `SELECT parts.job, parts.number, parts.line, parts.input, parts.tries ${TO_DO} AND lease < ? ORDER BY jobs.rowid, number LIMIT 1`,
        )
        .get(now) as PartRow | undefined;
      if (row === undefined) return undefined;
      this.db
        .prepare("UPDATE parts SET lease = ? WHERE job = ? AND number = ?")
        .run(now + LEASE_MS, row.job, row.number);
      const { data } = this.db.prepare("SELECT data FROM jobs WHERE id = ?").get(row.job) as JobRow;
      return { job: JSON.parse(data) as Job, number: row.number, bytes: row.input, line: row.line };
    });
  }

  private async compute(task: PartTask, work: PartWork): Promise<void> {
    const { job, number } = task;
    try {
      const { bytes, tally } = await work(task);
      this.db
        .prepare(
          "UPDATE parts SET done = 1, output = ?, tally = ?, input = NULL WHERE job = ? AND number = ? AND done = 0",
        )
        .run(Buffer.from(bytes), tallyText(tally), job.id, number);
    } catch (error) {
      const row = this.db
        .prepare("UPDATE parts SET tries = tries + 1, lease = ? WHERE job = ? AND number = ? RETURNING tries")
        .get(this.now() + RETRY_MS, job.id, number) as { tries: number } | undefined;
      if (row !== undefined && row.tries >= MOST_TRIES) this.end(job.id, "failed", messageOf(error));
    }
  }

  private end(id: string, state: "cancelled" | "failed", failure: string | null): void {
    this.db
      .prepare("UPDATE jobs SET state = ?, failure = ? WHERE id = ? AND state = 'open'")
      .run(state, failure, id);
  }

  private whole<T>(step: () => T): T {
    this.db.exec("BEGIN IMMEDIATE");
    try {
      const done = step();
      this.db.exec("COMMIT");
      return done;
    } catch (error) {
      this.db.exec("ROLLBACK");
      throw error;
    }
  }
}

const TO_DO = "FROM parts JOIN jobs ON jobs.id = parts.job WHERE parts.done = 0 AND jobs.state = 'open'";
