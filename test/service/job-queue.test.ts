// The queue of jobs in a file, without HTTP: whose turn it is, what is given up, given back and deleted, and every statement of
// SQLite failing once, in turn.
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Connection } from "../../src/access/sqlite-schema.js";
import { type Job, LEASE_MS, MOST_TRIES } from "../../src/server/jobs/queue.js";
import { type SqliteOptions, SqliteQueue } from "../../src/server/jobs/sqlite-queue.js";
import { done, jobOf, lifeOfJobs, partsOf, T0 } from "../helpers/job-life.js";
import { until } from "../helpers/store-servers.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-queue-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const isDone = (queue: SqliteQueue, { id }: Job) =>
  until("the job", async () => {
    const progress = await queue.read(id);
    return progress?.state === "done" || progress?.state === "failed" ? progress : undefined;
  });

test("callers take turns: one row does not wait behind a thousand of another", async () => {
  const queue = new SqliteQueue(":memory:");
  const [long, short, later] = [jobOf("key:a", 1000), jobOf("key:b", 1), jobOf("key:a", 1)];
  await queue.add(long, partsOf(1000));
  await queue.add(short, partsOf(1));
  await queue.add(later, partsOf(1));
  const order: string[] = [];
  const working = await queue.work(async (task) => {
    order.push(task.job.id);
    return done(task);
  }, 1);
  await isDone(queue, later);
  await working.stop();
  expect(order.indexOf(short.id)).toBeLessThan(3);
  // A caller's own tables come one after the other.
  expect(order.indexOf(later.id)).toBe(1001);
  await queue.close();
});

/** A worker that takes a part and never comes back, as after SIGKILL: its process is another, which is gone. */
async function beginAndDie(clock: { readonly now: number }): Promise<void> {
  const lost = new SqliteQueue(join(folder, "jobs.db"), { now: () => clock.now });
  let begun = false;
  void lost.work(() => {
    begun = true;
    return new Promise(() => undefined);
  }, 1);
  await until("it has begun", () => begun);
}

test("a part whose worker dies again and again is set aside with its reason, and nothing is charged", async () => {
  const clock = { now: 0 };
  const queue = new SqliteQueue(join(folder, "jobs.db"), { now: () => clock.now });
  const job = jobOf("key:a", 2);
  await queue.add(job, partsOf(2));
  for (let death = 0; death < MOST_TRIES; death++) {
    await beginAndDie(clock);
    clock.now += LEASE_MS;
  }
  const working = await queue.work(done, 1);
  const ended = await isDone(queue, job);
  await working.stop();
  expect(ended.state).toBe("failed");
  expect(ended.failure).toContain("The rows from line 2 on could not be computed: its worker ended.");
  expect(await queue.refunds()).toEqual([{ owner: "key:a", calls: 2, counted: T0 }]);
  expect(await queue.refunds()).toEqual([]);
  expect(await queue.open()).toBe(0);
});

test("what fails is told without anything of the inside", async () => {
  const queue = new SqliteQueue(":memory:", { now: () => (now += LEASE_MS) });
  let now = 0;
  const job = jobOf("key:a", 1);
  await queue.add(job, partsOf(1));
  const working = await queue.work(async () => {
    throw new Error("ENOENT: /srv/secret/path");
  }, 1);
  const { failure } = await isDone(queue, job);
  await working.stop();
  expect(failure).toContain("the service failed on them");
  expect(failure).not.toContain("/srv");
  await queue.close();
});

test("a lease that lies in the future of the machine is none: its clock began anew", async () => {
  const clock = { now: 3_600_000 };
  const queue = new SqliteQueue(join(folder, "jobs.db"), { now: () => clock.now });
  const job = jobOf("key:a", 1);
  await queue.add(job, partsOf(1));
  await beginAndDie(clock);
  clock.now = 0;
  const working = await queue.work(done, 1);
  expect((await isDone(queue, job)).state).toBe("done");
  await working.stop();
});

test("of a job that is cancelled only what was computed is charged; one that is late is given back", async () => {
  const queue = new SqliteQueue(":memory:");
  const job = jobOf("key:a", 10);
  await queue.add(job, partsOf(10));
  let computed = 0;
  let reached = () => {};
  const third = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const working = await queue.work(async (task) => {
    if (computed++ < 3) return done(task);
    reached();
    return new Promise(() => undefined);
  }, 1);
  await third;
  expect(await queue.cancel(job.id)).toMatchObject({ state: "cancelled", done: 3 });
  void working;
  expect(await queue.refunds()).toEqual([{ owner: "key:a", calls: 7, counted: T0 }]);
  const late = jobOf("ip:b", 5);
  await queue.add(late, partsOf(5));
  await queue.purge(late.expires + 1);
  expect(await queue.refunds()).toEqual([{ owner: "ip:b", calls: 5, counted: T0 }]);
  await queue.purge(late.expires + 1);
  expect(await queue.read(late.id)).toBeUndefined();
});

test("deleted is deleted: nothing of a job is left in the file, and its room is given back", async () => {
  const file = join(folder, "jobs.db");
  const queue = new SqliteQueue(file);
  const mark = "a-column-that-nobody-else-has";
  const job = jobOf("key:a", 300, { carried: [mark] });
  const noise = Array.from({ length: 300 }, (_, at) => ({
    bytes: Buffer.from(`${mark} ${Array.from({ length: 3000 }, (_, n) => (at * 7919 + n * 104_729) % 9973)}`),
    line: at,
  }));
  await queue.add(job, noise);
  const held = () => readFileSync(file).includes(mark) || readFileSync(`${file}-wal`).includes(mark);
  expect(held()).toBe(true);
  expect(statSync(file).size + statSync(`${file}-wal`).size).toBeGreaterThan(3_000_000);
  await queue.purge(job.expires + 1);
  expect(await queue.refunds()).toHaveLength(1);
  await queue.purge(job.expires + 1);
  expect(held()).toBe(false);
  expect(statSync(file).size + statSync(`${file}-wal`).size).toBeLessThan(200_000);
  await queue.close();
});

test("bytes of a caller are counted, as they are stored", async () => {
  const queue = new SqliteQueue(":memory:");
  const parts = partsOf(3);
  const sent = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const job = jobOf("key:a", 3);
  await queue.add(job, parts, { key: "k", content: "c" });
  expect([await queue.stored("key:a"), await queue.stored("key:b")]).toEqual([sent, 0]);
  expect(await queue.find("key:a", "k")).toMatchObject({ id: job.id, content: "c" });
  expect(await queue.find("key:b", "k")).toBeUndefined();
  await expect(queue.add(jobOf("key:a", 3), parts, { key: "k", content: "c" })).rejects.toThrow("UNIQUE");
  await queue.close();
});

/** An error of the disk, with the code that SQLite gives it. */
class DiskError extends Error {
  constructor(readonly code: string) {
    super(`injected ${code}`);
  }
}

/** A connection that fails once, at a step of its work, and tells how many steps there were. */
function failingAt(at: number, code: string) {
  const state = { steps: 0, at };
  const step = <T>(work: () => T): T => {
    if (state.steps++ === state.at) throw new DiskError(code);
    return work();
  };
  const connect: SqliteOptions["connect"] = (path) => {
    const db = new Database(path);
    return {
      exec: (sql: string) => step(() => db.exec(sql)),
      close: () => db.close(),
      prepare: (sql: string) => {
        const statement = db.prepare(sql);
        return {
          run: (...args: unknown[]) => step(() => statement.run(...args)),
          get: (...args: unknown[]) => step(() => statement.get(...args)),
          all: (...args: unknown[]) => step(() => statement.all(...args)),
        };
      },
    } as unknown as Connection;
  };
  return { state, connect };
}

async function life(at: number, code: string): Promise<number> {
  const { state, connect } = failingAt(at, code);
  const heard = await lifeOfJobs((failed) => new SqliteQueue(":memory:", { connect, failed }));
  if (at >= 0) expect(heard).toBeGreaterThan(0);
  return state.steps;
}

describe.each(["SQLITE_FULL", "SQLITE_BUSY", "SQLITE_IOERR"])("each statement fails once with %s", (code) => {
  test("nothing is lost, done twice or charged wrongly, and no fault goes unheard", async () => {
    const steps = await life(-1, code);
    expect(steps).toBeGreaterThan(40);
    // How often a worker looks for work differs from time to time: those beyond the least are the same statements again.
    await Promise.all(Array.from({ length: 40 }, (_, at) => life(at, code)));
  });
});
