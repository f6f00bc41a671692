// The queue of jobs in an SQLite file, for one machine: every step is a transaction, so that a process that is killed loses
// nothing and does nothing twice.
import { setTimeout as pause } from "node:timers/promises";
import Database from "libsql";
import { type Connection, whole } from "../../access/sqlite-schema.js";
import {
  EXPIRED,
  failureAt,
  type Job,
  type JobBrief,
  type JobPart,
  type JobProgress,
  type JobQueue,
  LEASE_MS,
  MOST_LISTED,
  MOST_TRIES,
  type PartWork,
  packed,
  RETRY_MS,
  type Refund,
  type Retry,
  reasonOf,
  type StoredState,
  storedBrief,
  sumOf,
  tallyText,
  unpacked,
  WORKER_DIED,
  type Working,
} from "./queue.js";
import { openFile } from "./sqlite-file.js";

interface JobRow {
  readonly data: string;
  readonly state: StoredState;
  readonly parts: number;
  readonly done: number;
  readonly bytes: number;
  readonly failure: string | null;
}
interface Claimed {
  readonly data: string;
  readonly job: string;
  readonly number: number;
  readonly line: number;
  readonly input: Uint8Array;
  readonly tries: number;
  readonly reason: string | null;
}

export interface SqliteOptions {
  /** Mebibytes that the file may have. */
  readonly mostMib?: number | undefined;
  /** Told of what goes wrong while parts are worked on. */
  readonly failed?: (error: unknown) => void;
  readonly connect?: (file: string) => Connection;
  /** Milliseconds of a clock that nobody sets, the same for all processes of the machine. */
  readonly now?: () => number;
}

/** Milliseconds between two looks for parts that another process has added or left behind. */
const LOOK_MS = 200;
/** Milliseconds after which a disk that has failed is tried again. */
const MEND_MS = 1000;

/** Since the machine was started. */
const sinceBoot = () => Number(process.hrtime.bigint() / 1_000_000n);

export class SqliteQueue implements JobQueue {
  private readonly db: Connection;
  private readonly now: () => number;
  private readonly failed: (error: unknown) => void;

  constructor(file: string, options: SqliteOptions = {}) {
    this.db = (options.connect ?? ((path) => new Database(path)))(file);
    this.now = options.now ?? sinceBoot;
    this.failed = options.failed ?? (() => undefined);
    try {
      openFile(this.db, options.mostMib);
    } catch (error) {
      this.db.close();
      throw error;
    }
  }

  async add(job: Job, parts: readonly JobPart[], retry?: Retry): Promise<void> {
    const bytes = parts.reduce((sum, part) => sum + part.bytes.length, 0);
    whole(this.db, () => {
      this.db
        .prepare(
          `INSERT INTO jobs (id, owner, data, state, parts, rows, counted, expires, stored, retry, content)
           VALUES (?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          ...[job.id, job.owner, JSON.stringify(job), parts.length, job.rows, job.counted, job.expires],
          ...[bytes, retry?.key ?? null, retry?.content ?? null],
        );
      // Parts of all callers are worked on in the order of their turns: a caller's next turn comes after the turns of those
      // parts that it has waiting, and a new caller's first turn is the next one of all.
      const { turn } = this.db
        .prepare(
          `SELECT max(coalesce((SELECT min(turn) FROM parts WHERE done = 0), 0), coalesce((
             SELECT max(turn) FROM parts JOIN jobs ON jobs.id = parts.job WHERE parts.done = 0 AND owner = ?), 0)) AS turn`,
        )
        .get(job.owner) as { turn: number };
      const insert = this.db.prepare(
        "INSERT INTO parts (job, number, line, input, turn) VALUES (?, ?, ?, ?, ?)",
      );
      for (const [number, part] of parts.entries())
        insert.run(job.id, number, part.line, Buffer.from(part.bytes), turn + 1 + number);
    });
  }

  async find(owner: string, key: string) {
    return this.db.prepare("SELECT id, content FROM jobs WHERE owner = ? AND retry = ?").get(owner, key) as
      | { id: string; content: string }
      | undefined;
  }

  async stored(owner: string): Promise<number> {
    const row = this.db
      .prepare("SELECT coalesce(sum(stored), 0) AS sum FROM jobs WHERE owner = ?")
      .get(owner);
    return (row as { sum: number }).sum;
  }

  async read(id: string): Promise<JobProgress | undefined> {
    const row = this.db
      .prepare("SELECT data, state, parts, done, bytes, failure FROM jobs WHERE id = ?")
      .get(id) as JobRow | undefined;
    if (row === undefined) return undefined;
    const tallies = this.db
      .prepare("SELECT tally FROM parts WHERE job = ? AND done = 1 ORDER BY number")
      .all(id) as { tally: string }[];
    return {
      ...storedBrief(row.data, row.state, row.parts, row.done),
      bytes: row.bytes,
      tally: sumOf(tallies.map(({ tally }) => tally)),
      failure: row.failure ?? undefined,
    };
  }

  async list(owner: string): Promise<readonly JobBrief[]> {
    const rows = this.db
      .prepare("SELECT data, state, parts, done FROM jobs WHERE owner = ? ORDER BY rowid DESC LIMIT ?")
      .all(owner, MOST_LISTED) as JobRow[];
    return rows.map(({ data, state, parts, done }) => storedBrief(data, state, parts, done));
  }

  async cancel(id: string): Promise<JobProgress | undefined> {
    whole(this.db, () => this.end(id, "cancelled", null));
    return this.read(id);
  }

  async result(id: string, number: number): Promise<Uint8Array | undefined> {
    const row = this.db
      .prepare("SELECT output FROM parts WHERE job = ? AND number = ? AND done = 1")
      .get(id, number) as { output: Uint8Array } | undefined;
    return row === undefined ? undefined : unpacked(row.output);
  }

  async open(): Promise<number> {
    const row = this.db.prepare("SELECT count(*) AS count FROM parts WHERE done = 0").get();
    return (row as { count: number }).count;
  }

  async work(work: PartWork, atOnce: number): Promise<Working> {
    const stopping = new AbortController();
    const { signal } = stopping;
    const rest = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);
    /** What the disk does not take is offered again, so that neither a part nor a try is lost. */
    const stubborn = async <T>(step: () => T): Promise<T | undefined> => {
      do {
        try {
          return step();
        } catch (error) {
          this.failed(error);
          await rest(MEND_MS);
        }
      } while (!signal.aborted);
      return undefined;
    };
    const look = async () => {
      while (!signal.aborted) {
        const task = await stubborn(() => this.claim());
        if (task === undefined) await rest(LOOK_MS);
        else await stubborn(await this.compute(task, work));
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

  async refunds(): Promise<readonly Refund[]> {
    return this.db
      .prepare(
        `UPDATE jobs SET settled = 1 WHERE settled = 0 AND state <> 'open'
         RETURNING owner, counted, rows - CASE state WHEN 'failed' THEN 0 ELSE computed END AS calls`,
      )
      .all() as Refund[];
  }

  async purge(now: number): Promise<void> {
    const gone = whole(this.db, () => {
      const late = this.db
        .prepare("SELECT id FROM jobs WHERE expires < ? AND state = 'open' AND done < parts")
        .all(now) as { id: string }[];
      for (const { id } of late) this.end(id, "failed", EXPIRED);
      // Calls are given back before a job is forgotten.
      const past = "expires < ? AND (settled = 1 OR state = 'open')";
      this.db.prepare(`DELETE FROM parts WHERE job IN (SELECT id FROM jobs WHERE ${past})`).run(now);
      return this.db.prepare(`DELETE FROM jobs WHERE ${past}`).run(now).changes;
    });
    if (gone === 0) return;
    this.db.exec("PRAGMA incremental_vacuum");
    this.db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  async close(): Promise<void> {
    try {
      this.db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (error) {
      // Another process uses it, or the disk is full: the journal stays, and is read by whoever opens the file next.
      this.failed(error);
    }
    this.db.close();
  }

  private claim(): Claimed | undefined {
    return whole(this.db, () => {
      const now = this.now();
      // No lease is longer: one that seems to be is of a machine that was started since.
      const row = this.db
        .prepare(
          `SELECT job, number, line, input, tries, reason, data FROM parts JOIN jobs ON jobs.id = parts.job
           WHERE parts.done = 0 AND (lease <= ?1 OR lease > ?1 + ${LEASE_MS}) ORDER BY turn LIMIT 1`,
        )
        .get(now) as Claimed | undefined;
      if (row === undefined) return undefined;
      if (row.tries >= MOST_TRIES) {
        this.end(row.job, "failed", failureAt(row.line, row.reason ?? WORKER_DIED));
        return undefined;
      }
      this.db
        .prepare("UPDATE parts SET lease = ?, tries = tries + 1, reason = NULL WHERE job = ? AND number = ?")
        .run(now + LEASE_MS, row.job, row.number);
      return row;
    });
  }

  /** Gives what writes down what came of it. */
  private async compute({ job, number, line, input, data }: Claimed, work: PartWork): Promise<() => void> {
    try {
      const task = { job: JSON.parse(data) as Job, number, line, bytes: unpacked(input) };
      const { bytes, tally } = await work(task);
      const output = packed(bytes);
      return () =>
        whole(this.db, () => {
          const { changes } = this.db
            .prepare(
              "UPDATE parts SET done = 1, output = ?, tally = ?, input = NULL WHERE job = ? AND number = ? AND done = 0",
            )
            .run(output, tallyText(tally), job, number);
          if (changes === 0) return;
          this.db
            .prepare(
              "UPDATE jobs SET done = done + 1, computed = computed + ?, bytes = bytes + ?, stored = stored + ? WHERE id = ?",
            )
            .run(tally.rows, bytes.length, output.length, job);
        });
    } catch (error) {
      this.failed(error);
      const reason = reasonOf(error);
      return () =>
        this.db
          .prepare("UPDATE parts SET lease = ?, reason = ? WHERE job = ? AND number = ? AND done = 0")
          .run(this.now() + RETRY_MS, reason, job, number);
    }
  }

  /** What of it is not computed is deleted. */
  private end(id: string, state: "cancelled" | "failed", failure: string | null): void {
    const { changes } = this.db
      .prepare("UPDATE jobs SET state = ?, failure = ? WHERE id = ? AND state = 'open' AND done < parts")
      .run(state, failure, id);
    if (changes > 0) this.db.prepare("DELETE FROM parts WHERE job = ? AND done = 0").run(id);
  }
}
