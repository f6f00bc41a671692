// Jobs: the same contract for the queue in a file and the one in Redis, with workers that are killed again and again, and
// what callers see of jobs over HTTP.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openStore } from "../../src/access/open.js";
import { identityOf } from "../../src/definitions/identity.js";
import { type Sent, takeIn } from "../../src/server/jobs/intake.js";
import { openQueue } from "../../src/server/jobs/open.js";
import {
  type Job,
  type JobPart,
  type JobQueue,
  type PartTask,
  unpacked,
} from "../../src/server/jobs/queue.js";
import { chunkWork } from "../../src/tables/chunk.js";
import { FULL, testOnce } from "../helpers/full.js";
import { startKeyed } from "../helpers/keyed-service.js";
import { ownSet, ownTiers } from "../helpers/own-definitions.js";
import { openJobs, type TestJobs } from "../helpers/own-jobs.js";
import { CLI, waitForLine } from "../helpers/processes.js";
import { HAS_REDIS, RedisServer } from "../helpers/redis-server.js";
import { problemOf, type Running, startService } from "../helpers/running-service.js";
import { until } from "../helpers/store-servers.js";
import { killedWorkers } from "../instruments/stress/killed-workers.js";

/** A fault that nobody waits for ends the test. */
const failed = (error: unknown): void => {
  throw error;
};

const TOOL = "calculate_pue";
const HEAD = "site,it_load_kw,cooling_kw,ups_losses_kw,lighting_kw";
const DAY_MS = 86_400_000;

function estate(rows: number): string {
  const lines = [HEAD];
  for (let row = 0; row < rows; row++)
    lines.push(`Site ${row},${row % 50 === 7 ? -1 : 100 + (row % 900)},${row % 311},${row % 47},${row % 11}`);
  return `${lines.join("\n")}\n`;
}

const tool = () => {
  const found = ownSet().tools.get(TOOL);
  if (found === undefined) throw new Error("no tool");
  return found;
};

function sent(text: string): Sent {
  const definition = identityOf(ownSet(), tool()).sha256;
  return { tool: tool(), definition, table: Buffer.from(text), from: "csv", form: "csv" };
}

const work = async ({ job, bytes, line }: PartTask) => chunkWork(tool(), job.layout)(bytes, line);

async function allOf(queue: JobQueue, { id }: Job, parts: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  for (let number = 0; number < parts; number++)
    pieces.push((await queue.result(id, number)) ?? Buffer.from("?"));
  return Buffer.concat(pieces).toString();
}

/** What one worker that nobody disturbs would have made of it. */
function straight({ layout }: Job, parts: readonly JobPart[]): string {
  const whole = chunkWork(tool(), layout);
  return Buffer.concat(parts.map(({ bytes, line }) => whole(unpacked(bytes), line).bytes)).toString();
}

const folder = mkdtempSync(join(tmpdir(), "plumbline-jobs-"));
let redis: RedisServer | undefined;
beforeAll(async () => {
  if (HAS_REDIS) redis = await RedisServer.start();
});
afterAll(async () => {
  await redis?.close();
  rmSync(folder, { recursive: true });
});

const QUEUES = [
  ["a file", (name: string) => ({ dataDir: join(folder, name) })],
  ["Redis", (name: string) => ({ dataDir: folder, redis: redis?.settings(`${name}:`) })],
] as const;

describe.each(QUEUES.filter(([name]) => name === "a file" || HAS_REDIS))(
  "the queue in %s",
  (kind, settingsOf) => {
    const open: JobQueue[] = [];
    const queueOf = async (name: string, heard = failed) => {
      const queue = await openQueue(settingsOf(name), heard);
      open.push(queue);
      return queue;
    };
    afterEach(async () => {
      for (const queue of open.splice(0)) await queue.close();
    });

    testOnce("every part is computed once, in whatever order, and the whole is the same", async () => {
      const queue = await queueOf("whole");
      const { job, parts } = await takeIn(sent(estate(20_000)), Date.now(), DAY_MS);
      expect(parts.length).toBeGreaterThan(3);
      await queue.add(job, parts);
      expect(await queue.read(job.id)).toMatchObject({ state: "waiting", done: 0, parts: parts.length });
      expect(await queue.result(job.id, 0)).toBeUndefined();
      const working = await queue.work(work, 3);
      const done = await until("the job", async () => {
        const progress = await queue.read(job.id);
        return progress?.state === "done" ? progress : undefined;
      });
      await working.stop();
      expect(done.tally).toMatchObject({ rows: 20_000, refused: 400 });
      expect(done.job).toEqual(job);
      expect(await allOf(queue, job, parts.length)).toBe(straight(job, parts));
      expect(await queue.open()).toBe(0);
      const [brief] = await queue.list(job.owner);
      expect(brief).toEqual({ job, state: "done", parts: parts.length, done: parts.length });
      expect(await queue.list("somebody else")).toEqual([]);
    });

    testOnce("what is cancelled is not computed; what fails is tried again, and then failed", async () => {
      const queue = await queueOf("cancel", () => undefined);
      const { job, parts } = await takeIn(sent(estate(10_000)), Date.now(), DAY_MS);
      await queue.add(job, parts);
      expect(await queue.cancel(job.id)).toMatchObject({ state: "cancelled" });
      let tries = 0;
      const working = await queue.work(async (task) => {
        tries++;
        if (tries < 3) throw new Error("not yet");
        return work(task);
      }, 1);
      const other = await takeIn(sent(estate(100)), Date.now(), DAY_MS);
      await queue.add(other.job, other.parts);
      await until("the other job", async () => (await queue.read(other.job.id))?.state === "done");
      await working.stop();
      expect(tries).toBe(3);
      expect(await queue.read(job.id)).toMatchObject({ state: "cancelled", done: 0 });
      expect(await queue.read("no-such-job")).toBeUndefined();
      expect(await queue.cancel("no-such-job")).toBeUndefined();
    });

    testOnce("jobs past their time are gone", async () => {
      const queue = await queueOf("expiry");
      const { job, parts } = await takeIn(sent(estate(10)), Date.now(), 50);
      await queue.add(job, parts);
      const later = Date.now() + 100;
      // Once it is told that nothing of it was computed.
      await queue.purge(later);
      expect(await queue.refunds()).toMatchObject([{ calls: 10 }]);
      await queue.purge(later);
      expect(await queue.read(job.id)).toBeUndefined();
    });

    test.runIf(FULL)("two workers that are killed again and again lose no row and double none", async () => {
      const around = { cli: CLI, set: ownSet(), seed: "", stopped: () => false };
      const { faults, lines } = await killedWorkers(around, { rows: 100_000, kills: 2, queues: [kind] });
      expect(faults).toEqual([]);
      expect(lines[0]).toContain("killed 4 times");
    });
  },
);

describe("over HTTP", () => {
  let jobs: TestJobs;
  let service: Running;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    jobs = await openJobs();
    service = await startService({ jobs });
    const working = await jobs.queue.work(work, 1);
    stop = () => working.stop();
  });
  afterAll(async () => {
    await stop();
    await service.close();
    await jobs.close();
  });
  const post = (path: string, type: string, body: string | Buffer) =>
    fetch(`${service.base}${path}`, { method: "POST", headers: { "content-type": type }, body });
  const finished = (id: string) =>
    until("the job", async () => {
      const view = (await (await service.get(`/v1/jobs/${id}`)).json()) as Record<string, unknown>;
      return view.state === "done" ? view : undefined;
    });

  testOnce(
    "a table is sent, computed and fetched; rows in JSON and JSON lines give the same values",
    async () => {
      const answer = await post(`/v1/jobs?tool=${TOOL}&columns=pue_score`, "text/csv", estate(200));
      expect(answer.status).toBe(202);
      const { id } = (await answer.json()) as { id: string };
      expect(answer.headers.get("location")).toBe(`/v1/jobs/${id}`);
      expect(await finished(id)).toMatchObject({
        ...{ state: "done", rows: 200, rows_done: 200, computed: 196, refused: 4, progress: 1 },
        errors: [{ kind: "it_load_kw must be greater than 0.", count: 4, first_line: 9 }],
        carried: ["site"],
      });
      const results = await service.get(`/v1/jobs/${id}/results`);
      expect(results.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      const lines = (await results.text()).trim().split("\n");
      expect(lines[0]).toBe(`${HEAD},pue_score,error,error_fields`);
      expect(lines).toHaveLength(201);
      const rows = [{ it_load_kw: 500, cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 5 }];
      for (const [type, body] of [
        ["application/json", JSON.stringify({ tool: TOOL, rows, columns: "pue_score" })],
        ["application/x-ndjson", rows.map((row) => JSON.stringify(row)).join("\n")],
      ] as const) {
        const path = type === "application/json" ? "/v1/jobs" : `/v1/jobs?tool=${TOOL}&columns=pue_score`;
        const made = (await (await post(path, type, body)).json()) as { id: string };
        await finished(made.id);
        const text = await (await service.get(`/v1/jobs/${made.id}/results`)).text();
        expect(text).toBe(`${JSON.stringify({ ...rows[0], pue_score: 1.37 })}\n`);
      }
    },
  );

  testOnce("another kind of file is told which kinds are taken", async () => {
    const answer = await post(`/v1/jobs?tool=${TOOL}`, "application/msword", "Dear tenant");
    expect(answer.status).toBe(415);
    const { detail, allowed } = (await answer.json()) as { detail: string; allowed: string[] };
    for (const type of ["text/csv", "multipart/form-data"]) {
      expect(detail).toContain(type);
      expect(allowed).toContain(type);
    }
  });

  testOnce("a form with a file is a table with its parameters", async () => {
    const send = async (file: File | string, more: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ tool: TOOL, columns: "pue_score", ...more }))
        form.set(name, value);
      if (typeof file !== "string") form.set("file", file);
      return fetch(`${service.base}/v1/jobs`, { method: "POST", body: form });
    };
    const made = await send(new File([estate(20)], "estate.csv", { type: "text/csv" }));
    expect(made.status).toBe(202);
    const { id } = (await made.json()) as { id: string };
    expect(await finished(id)).toMatchObject({ rows: 20, format: "csv" });
    // Its results as a spreadsheet, sent again under a name that says what it is.
    const sheet = (await (await send(new File([estate(20)], "estate.csv"), { format: "xlsx" })).json()) as {
      id: string;
    };
    await finished(sheet.id);
    const bytes = await (await service.get(`/v1/jobs/${sheet.id}/results`)).blob();
    const again = (await (await send(new File([bytes], "results.xlsx"))).json()) as { id: string };
    expect(await finished(again.id)).toMatchObject({ rows: 20, refused: 1, format: "xlsx" });
    const detail = async (answer: Response) => (await problemOf(answer)).detail;
    expect(await detail(await send("no file"))).toContain("must hold one file");
    expect(await detail(await send(new File(["x"], "a.ods")))).toContain("The file must be one of .csv");
    const broken = await post("/v1/jobs", "multipart/form-data; boundary=x", "--x\r\nno form");
    expect([broken.status, await detail(broken)]).toEqual([
      400,
      "The body is no well-formed multipart/form-data.",
    ]);
  });

  testOnce.each([
    ["no tool", "/v1/jobs", "text/csv", estate(1), 422, "tool must be the name of a tool."],
    [
      "a strange tool",
      "/v1/jobs?tool=calculate_peu",
      "text/csv",
      estate(1),
      404,
      "Did you mean calculate_pue",
    ],
    [
      "a missing column",
      `/v1/jobs?tool=${TOOL}`,
      "text/csv",
      "site,it_load\n1,2\n",
      422,
      "Required column missing: cooling_kw",
    ],
    ["no rows", `/v1/jobs?tool=${TOOL}`, "text/csv", `${HEAD}\n`, 422, "The table has no rows."],
    [
      "a strange form",
      `/v1/jobs?tool=${TOOL}&format=ods`,
      "text/csv",
      estate(1),
      422,
      "format must be one of",
    ],
    [
      "a mapping that is no JSON",
      `/v1/jobs?tool=${TOOL}&mapping=%7Ba`,
      "text/csv",
      estate(1),
      422,
      "mapping must be JSON: line 1, column 2: expected a property name in double quotes before",
    ],
    [
      "more columns than are computed",
      `/v1/jobs?tool=${TOOL}&format=xlsx`,
      "text/csv",
      `${HEAD},${Array.from({ length: 1000 }, (_, at) => `c${at}`).join(",")}\n1,2\n`,
      422,
      "columns; at most 1000 are computed",
    ],
    [
      "a strange word for formulas",
      `/v1/jobs?tool=${TOOL}&formulas=run`,
      "text/csv",
      estate(1),
      422,
      "formulas must be guard or keep.",
    ],
    ["no list", "/v1/jobs", "application/json", `{"tool": "${TOOL}"}`, 422, "rows must be a list"],
  ])("%s is refused before any work", async (_, path, type, body, status, message) => {
    const answer = await post(path, type, body);
    expect(answer.status).toBe(status);
    expect((await problemOf(answer)).detail).toContain(message);
  });

  testOnce(
    "results as a spreadsheet are made once and kept, and not made to the end where the caller leaves",
    async () => {
      const made = async () => {
        const path = `/v1/jobs?tool=${TOOL}&columns=pue_score&format=xlsx`;
        const { id } = (await (await post(path, "text/csv", estate(100))).json()) as { id: string };
        await finished(id);
        return id;
      };
      const fetched = async (id: string) =>
        Buffer.from(await (await service.get(`/v1/jobs/${id}/results`)).arrayBuffer());
      const write = vi.spyOn(jobs.service, "write");
      const stopWriting = vi.spyOn(jobs.service, "stopWriting");
      const first = await made();
      const [one, other] = await Promise.all([fetched(first), fetched(first)]);
      expect(one.subarray(0, 4).toString()).toBe("PK\x03\x04");
      expect([other, await fetched(first)]).toEqual([one, one]);
      expect([write.mock.calls.length, stopWriting.mock.calls.length]).toEqual([1, 0]);
      // A conversion that does not end by itself.
      const second = await made();
      let stop = () => {};
      write.mockImplementationOnce(
        () =>
          new Promise((resolve) => {
            stop = resolve;
          }),
      );
      stopWriting.mockImplementationOnce(async () => stop());
      const leaving = new AbortController();
      const left = fetch(`${service.base}/v1/jobs/${second}/results`, { signal: leaving.signal });
      await until("the conversion", () => write.mock.calls.length === 2);
      leaving.abort();
      await expect(left).rejects.toThrow();
      await until("the stop", () => stopWriting.mock.calls.length > 0);
      expect(stopWriting.mock.calls[0]?.[0]).toBe(write.mock.calls[1]?.[1]);
      expect((await fetched(second)).length).toBe(one.length);
      vi.restoreAllMocks();
      // The same where it really runs: it ends, and nothing of it is left.
      const file = jobs.spool.file();
      const writing = jobs.service.write(first, file);
      // Its first step reads the job, which takes no time outside of this thread; the thread that writes has not started then.
      for (let turn = 0; turn < 100; turn++) await jobs.service.stopWriting(file);
      await writing;
      expect([existsSync(file), existsSync(`${file}.csv`)]).toEqual([false, false]);
    },
  );

  testOnce("results that are not there yet, cancelling, and ids that nobody was told", async () => {
    const idle = await openJobs();
    const other = await startService({ jobs: idle });
    try {
      const made = await fetch(`${other.base}/v1/jobs?tool=${TOOL}`, {
        method: "POST",
        headers: { "content-type": "text/csv" },
        body: estate(10),
      });
      const { id } = (await made.json()) as { id: string };
      const early = await other.get(`/v1/jobs/${id}/results`);
      expect(early.status).toBe(409);
      expect((await problemOf(early)).detail).toContain("The job is waiting");
      const cancelled = await fetch(`${other.base}/v1/jobs/${id}/cancel`, { method: "POST" });
      expect(await cancelled.json()).toMatchObject({ state: "cancelled", results: null });
      expect((await other.get("/v1/jobs/AAAAAAAAAAAAAAAAAAAAAAAA")).status).toBe(404);
    } finally {
      await other.close();
      await idle.close();
    }
  });

  testOnce(
    "a plan that has fewer calls left than the table has rows refuses it before any work",
    async () => {
      const store = await openStore(
        { dataDir: ":memory:" },
        { tiers: ownTiers(), failed: (error) => Promise.reject(error) },
      );
      const idle = await openJobs();
      const limited = await startService({ jobs: idle, store });
      try {
        const send = (rows: number) =>
          fetch(`${limited.base}/v1/jobs?tool=${TOOL}`, {
            method: "POST",
            headers: { "content-type": "text/csv" },
            body: estate(rows),
          });
        const refused = await send(501);
        expect(refused.status).toBe(429);
        expect(await idle.queue.open()).toBe(0);
        const taken = await send(500);
        expect(taken.status).toBe(202);
        expect(taken.headers.get("ratelimit")).toContain('"month";r=0');
        expect((await send(1)).status).toBe(429);
        // Who has no calls left may still ask for what was sent.
        const { id } = (await taken.json()) as { id: string };
        expect((await limited.get(`/v1/jobs/${id}`)).status).toBe(200);
      } finally {
        await limited.close();
        await idle.close();
        await store.close();
      }
    },
  );
});

testOnce("a job is seen, cancelled and fetched by its sender alone", async () => {
  const jobs = await openJobs();
  const service = await startKeyed({ jobs, trustProxy: true });
  try {
    const [own, other] = [await service.key({ name: "own" }), await service.key({})];
    const { id: keyId } = (await service.keyService.list()).find(({ name }) => name === "own") ?? { id: "" };
    const send = async (headers: Record<string, string>) => {
      const rows = [{ it_load_kw: 500, cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 5 }];
      const made = await service.post("/v1/jobs", { tool: TOOL, rows }, headers);
      expect(made.status).toBe(202);
      return ((await made.json()) as { id: string }).id;
    };
    const keyed = await send({ "x-api-key": own });
    const keyless = await send({ "x-forwarded-for": "192.0.2.1" });
    const strangers = [
      [keyed, { "x-api-key": other }],
      [keyed, {}],
      [keyless, { "x-api-key": own, "x-forwarded-for": "192.0.2.1" }],
      [keyless, { "x-forwarded-for": "192.0.2.2" }],
    ] as const;
    for (const [id, headers] of strangers) {
      const answers = [
        await service.get(`/v1/jobs/${id}`, headers),
        await service.get(`/v1/jobs/${id}/results`, headers),
        await service.post(`/v1/jobs/${id}/cancel`, {}, headers),
      ];
      const never = await service.get("/v1/jobs/AAAAAAAAAAAAAAAAAAAAAAAA", headers);
      const nothing = await problemOf(never, "not-found");
      for (const answer of answers)
        expect((await problemOf(answer, "not-found")).detail).toBe(nothing.detail);
    }
    expect((await service.get(`/v1/jobs/${keyed}`, { "x-api-key": `${own}x` })).status).toBe(401);
    const listed = async (headers: Record<string, string>) => {
      const { jobs: own } = (await (await service.get("/v1/jobs", headers)).json()) as {
        jobs: { id: string }[];
      };
      return own.map(({ id }) => id);
    };
    const later = await send({ "x-api-key": own });
    expect(await listed({ "x-api-key": own })).toEqual([later, keyed]);
    expect(await listed({ "x-forwarded-for": "192.0.2.1" })).toEqual([keyless]);
    expect(await listed({ "x-api-key": other })).toEqual([]);
    // None of them has cancelled it, and a newer secret of the key is the same key.
    const { token } = await service.keyService.rotate(keyId, 0);
    expect((await service.get(`/v1/jobs/${keyed}`, { "x-api-key": own })).status).toBe(401);
    for (const [id, headers] of [
      [keyed, { authorization: `Bearer ${token}` }],
      [keyless, { "x-forwarded-for": "192.0.2.1" }],
    ] as const) {
      expect(await (await service.get(`/v1/jobs/${id}`, headers)).json()).toMatchObject({ state: "waiting" });
      const cancelled = await service.post(`/v1/jobs/${id}/cancel`, {}, headers);
      expect(await cancelled.json()).toMatchObject({ state: "cancelled" });
    }
  } finally {
    await service.close();
    await jobs.close();
  }
});

test.runIf(FULL)("a service that is killed goes on with its jobs when it starts again", async () => {
  const env = {
    ...process.env,
    PORT: "0",
    LIMITS: "off",
    LOG_LEVEL: "silent",
    DATA_DIR: join(folder, "service"),
  };
  const start = async () => {
    const child = spawn(process.execPath, [CLI, "serve"], { env });
    const url = /http:\S+/.exec(await waitForLine(child, "serves"))?.[0] ?? "";
    return { child, url };
  };
  const first = await start();
  const text = estate(40_000);
  const made = await fetch(`${first.url}/v1/jobs?tool=${TOOL}`, {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body: text,
  });
  const { id } = (await made.json()) as { id: string };
  const view = async (url: string) =>
    (await (await fetch(`${url}/v1/jobs/${id}`)).json()) as { state: string; rows_done: number };
  await until("some rows", async () => (await view(first.url)).rows_done > 0);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  const second = await start();
  try {
    await until("the rest", async () => (await view(second.url)).state === "done");
    const results = await (await fetch(`${second.url}/v1/jobs/${id}/results`)).text();
    const { job, parts } = await takeIn(sent(text), Date.now(), DAY_MS);
    expect(results).toBe(job.head + straight(job, parts));
  } finally {
    second.child.kill("SIGTERM");
    await once(second.child, "exit");
  }
});
