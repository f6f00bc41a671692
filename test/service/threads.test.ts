// The pool of worker threads: request ids, queueing, and failures of threads.
import { spawnSync } from "node:child_process";
import { afterEach, describe, expect, test } from "vitest";
import { type PoolOptions, ThreadPool, TookTooLong } from "../../src/threads/pool.js";
import { ROOT } from "../helpers/folders.js";

interface Wanted {
  readonly does?: "end" | "crash" | "fail" | "block";
  readonly ms?: number;
  readonly bytes?: Uint8Array;
}

interface Done {
  readonly does?: string;
  readonly given: unknown;
  readonly sent: Uint8Array | undefined;
  readonly threadId: number;
  /** Unanswered requests that the thread had started before this one. */
  readonly before: number;
  readonly bytes: Uint8Array;
}

const file = new URL("../helpers/pool-thread.js", import.meta.url);
const open: ThreadPool<Wanted, Done>[] = [];
afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close();
});

function poolOf(options: Partial<PoolOptions> = {}): ThreadPool<Wanted, Done> {
  const pool = new ThreadPool<Wanted, Done>({ file, data: "given", name: "the thread", ...options });
  open.push(pool);
  return pool;
}

const outcomes = async (asked: readonly Promise<Done>[]) =>
  (await Promise.allSettled(asked)).map((each) =>
    each.status === "fulfilled" ? "done" : String((each.reason as Error).message),
  );

describe("answers", () => {
  test("each request has its own, from a thread that knows what it was given", async () => {
    const pool = poolOf();
    const [first, second] = await Promise.all([pool.request({}), pool.request({ ms: 5 })]);
    expect(first).toMatchObject({ given: "given", bytes: new Uint8Array(3) });
    expect(second.threadId).toBe(first.threadId);
  });

  test("as many at a time as there are threads; an idle one is asked before another is started", async () => {
    const pool = poolOf({ threads: 3 });
    const { threadId } = await pool.request({});
    expect((await pool.request({})).threadId).toBe(threadId);
    const all = await Promise.all(Array.from({ length: 9 }, () => pool.request({ ms: 20 })));
    expect(new Set(all.map((done) => done.threadId)).size).toBe(3);
  });

  test("a thread that takes two requests gets the second before it answers the first", async () => {
    for (const perThread of [1, 2]) {
      const pool = poolOf({ perThread });
      const all = await Promise.all(Array.from({ length: 5 }, () => pool.request({ ms: 50 })));
      expect(Math.max(...all.map(({ before }) => before))).toBe(perThread - 1);
    }
  });
});

describe("what goes wrong", () => {
  test("an error in a thread is an error here, with its code; others are answered", async () => {
    const pool = poolOf();
    const bad = pool.request({ does: "fail" });
    const good = pool.request({});
    await expect(bad).rejects.toMatchObject({
      message: "cannot be done",
      code: "E_OWN",
      stack: expect.stringContaining("pool-thread.js"),
    });
    expect((await good).given).toBe("given");
  });

  test.each([
    ["end", "the thread ended with 7"],
    ["crash", "out of hand"],
  ] as const)(
    "a thread that does %s fails its request alone; the queue goes on in a new one",
    async (does, message) => {
      const pool = poolOf();
      expect(await outcomes([pool.request({ does }), pool.request({}), pool.request({})])).toEqual([
        message,
        "done",
        "done",
      ]);
    },
  );

  test("what cannot be sent, and a thread that cannot be started, are errors of the request", async () => {
    const unsendable = (() => undefined) as unknown as Wanted;
    expect(await outcomes([poolOf().request(unsendable)])).toEqual([
      expect.stringContaining("could not be cloned"),
    ]);
    const nowhere = poolOf({ file: new URL("./nothing.js", import.meta.url) });
    expect(await outcomes([nowhere.request({}), nowhere.request({})])).toEqual([
      expect.stringContaining("nothing.js"),
      expect.stringContaining("nothing.js"),
    ]);
  });

  test("one that takes too long is given up with its thread; those behind it are answered by another", async () => {
    const pool = poolOf({ deadlineMs: 5000 });
    const first = await pool.request({});
    const late = pool.request({ does: "block", ms: 60_000 });
    const behind = pool.request({});
    await expect(late).rejects.toThrow(TookTooLong);
    await expect(late).rejects.toThrow("the thread took more than 5000 ms");
    expect((await behind).threadId).not.toBe(first.threadId);
  });

  test("requests behind a late one in its thread are sent again, with the bytes that they had", async () => {
    const pool = poolOf({ deadlineMs: 2000, perThread: 2 });
    const late = pool.request({ does: "block", ms: 60_000 });
    const behind = pool.request({ bytes: new Uint8Array([1, 2]) });
    await expect(late).rejects.toThrow(TookTooLong);
    expect((await behind).sent).toEqual(new Uint8Array([1, 2]));
  });

  test("a thread that holds too much ends, and not the process", async () => {
    const pool = poolOf({ memoryMb: 1 });
    expect(await outcomes([pool.request({})])).not.toEqual(["done"]);
  });
});

test("a pool that is not closed keeps the process until its requests are answered", () => {
  const program = `import("./dist/src/threads/pool.js").then(async ({ ThreadPool }) => {
    const file = require("node:url").pathToFileURL("test/helpers/pool-thread.js");
    const { threadId } = await new ThreadPool({ file, name: "the thread" }).request({ ms: 200 });
    console.log(typeof threadId);
  });`;
  const run = { cwd: ROOT, encoding: "utf8", timeout: 60_000 } as const;
  const { status, stdout } = spawnSync(process.execPath, ["-e", program], run);
  expect({ status, stdout }).toEqual({ status: 0, stdout: "number\n" });
});

test("closed: requests fail, those that run, that wait and that come", async () => {
  const pool = poolOf();
  const asked = [pool.request({ ms: 60_000 }), pool.request({})];
  const told = outcomes(asked);
  await pool.close();
  const stopped = "the thread has stopped";
  expect(await told).toEqual([stopped, stopped]);
  expect(await outcomes([pool.request({})])).toEqual([stopped]);
});
