// Jobs as a service has them: a process that may fail, retries that cost nothing, and what is charged and what is not.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { JobsAway } from "../../src/server/jobs/job-service.js";
import { Spool } from "../../src/server/jobs/spool.js";
import { JobSupervisor } from "../../src/server/jobs/supervisor.js";
import { type Keyed, startKeyed } from "../helpers/keyed-service.js";
import { openJobs, type TestJobs } from "../helpers/own-jobs.js";
import { PUE, problemOf } from "../helpers/running-service.js";
import { until } from "../helpers/store-servers.js";

const CHILD = new URL("../helpers/job-child.js", import.meta.url);
const TOOL = "calculate_pue";

describe("the process of the jobs", () => {
  const open: JobSupervisor[] = [];
  const said: string[] = [];
  const supervisor = (how: string) => {
    const made = new JobSupervisor({
      settings: { dataDir: how, threads: 0 },
      set: { pinned: { files: [], built: undefined, tools: {} }, hashes: {} },
      refund: () => undefined,
      failed: (message) => said.push(message),
      file: CHILD,
      // One that hangs is given up soon; a machine with much to do starts the others late.
      deadlines: { stored: how === "hangs" ? 3000 : 60_000 },
    });
    open.push(made);
    return made;
  };
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
    said.splice(0);
  });

  test("is started by the first who asks, and ended with the service", async () => {
    const jobs = supervisor("works");
    const pid = await jobs.stored("x");
    expect(pid).toBeGreaterThan(0);
    expect(await jobs.stored("x")).toBe(pid);
    await jobs.close();
    await until("its end", () => {
      try {
        process.kill(pid, 0);
        return false;
      } catch {
        return true;
      }
    });
    await expect(jobs.stored("x")).rejects.toThrow(JobsAway);
  });

  test.each([
    ["dies", "ended with 3"],
    ["cannot open", "damaged"],
    ["fails", "The disk is full"],
    ["hangs", "SIGKILL"],
  ])("one that %s is told, and nobody waits for it without end", async (how, words) => {
    const jobs = supervisor(how);
    for (let tries = 0; tries < 3; tries++) await expect(jobs.stored("x")).rejects.toThrow(JobsAway);
    expect(jobs.health()).toBeDefined();
    expect(said.join("\n")).toContain(how === "hangs" ? "took more than" : words);
    // The same fault is not told with every try.
    expect(said.length).toBeLessThan(4);
  });

  test("one that was killed is followed by another", async () => {
    const jobs = supervisor("works");
    const first = await jobs.stored("x");
    process.kill(first, "SIGKILL");
    const second = await until("another", () => jobs.stored("x").catch(() => undefined));
    expect(second).not.toBe(first);
  });

  test("a process that cannot be started is a fault like others", async () => {
    const jobs = new JobSupervisor({
      settings: { dataDir: "", threads: 0 },
      set: { pinned: { files: [], built: undefined, tools: {} }, hashes: {} },
      refund: () => undefined,
      failed: (message) => said.push(message),
      file: new URL("./no-such-file.js", import.meta.url),
    });
    open.push(jobs);
    await expect(jobs.stored("x")).rejects.toThrow(JobsAway);
  });
});

/** Its folder is a file. */
class BrokenFolder extends Spool {
  constructor(folder: string) {
    super(folder);
    writeFileSync(join(folder, `spool-${process.pid}`), "");
  }
}

test("what a process that was killed has left of tables is deleted by the next, and nothing of one that lives", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-left-"));
  // No process has this number: it is beyond what systems give.
  for (const pid of [2 ** 30, process.ppid]) {
    mkdirSync(join(folder, `spool-${pid}`));
    writeFileSync(join(folder, `spool-${pid}`, "table"), "secret");
  }
  const spool = new Spool(folder);
  expect(readdirSync(folder)).toEqual([`spool-${process.ppid}`]);
  spool.close();
  rmSync(folder, { recursive: true });
});

describe("over HTTP", () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });
  const start = async (
    wrapped: (jobs: TestJobs) => TestJobs["service"] = ({ service: own }) => own,
    threads = 0,
  ) => {
    const jobs = await openJobs({ dataDir: ":memory:" }, threads);
    const service = await startKeyed({
      jobs: { service: wrapped(jobs), spool: jobs.spool },
      adminToken: "t".repeat(32),
    });
    open.push(service, jobs);
    return { jobs, service };
  };
  const rows = (count: number) => ({ tool: TOOL, rows: Array.from({ length: count }, () => PUE) });
  const left = (answer: Response) =>
    Number(/"month";r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);
  const monthOf = async (service: Keyed, key: string) =>
    left(await service.post(`/v1/tools/${TOOL}`, PUE, { "x-api-key": key }));

  test("a table that could not be kept is 503 and costs nothing", async () => {
    const { service } = await start(({ service: own }) =>
      Object.assign(Object.create(own) as typeof own, {
        accept: async () => {
          throw new JobsAway("The disk is full.");
        },
      }),
    );
    const key = await service.key({});
    const before = await monthOf(service, key);
    const answer = await service.post("/v1/jobs", rows(100), { "x-api-key": key });
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    const { detail } = await problemOf(answer, "unavailable");
    expect(detail).not.toContain("disk");
    expect(await monthOf(service, key)).toBe(before - 1);
  });

  test.each<[string, (folder: string) => string]>([
    ["its folder cannot be made", (folder) => new BrokenFolder(folder).file()],
    ["a file cannot be opened", (folder) => join(folder, "gone", "file")],
    [
      "the disk is full",
      (folder) => {
        const file = join(folder, "full");
        symlinkSync("/dev/full", file);
        return file;
      },
    ],
  ])("%s: 503, nothing is charged, and the next table is taken", async (_, file) => {
    const { service, jobs } = await start();
    const folder = mkdtempSync(join(tmpdir(), "plumbline-broken-"));
    const key = await service.key({});
    const send = () => service.post("/v1/jobs", rows(10), { "x-api-key": key });
    const before = await monthOf(service, key);
    const broken = vi.spyOn(jobs.spool, "file").mockImplementation(() => file(folder));
    const answer = await send();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect((await problemOf(answer)).detail).toContain("Nothing was counted");
    broken.mockRestore();
    expect(await monthOf(service, key)).toBe(before - 1);
    expect((await send()).status).toBe(202);
    rmSync(folder, { recursive: true });
  });

  test("a table that is sent again under its Idempotency-Key is one job, charged once", async () => {
    const { service } = await start();
    const key = await service.key({});
    const send = (body: unknown, name: string) =>
      service.post("/v1/jobs", body, { "x-api-key": key, "idempotency-key": name });
    const first = await send(rows(50), "one");
    const { id } = (await first.json()) as { id: string };
    const again = await send(rows(50), "one");
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
    expect(((await again.json()) as { id: string }).id).toBe(id);
    expect(await monthOf(service, key)).toBe(left(first) - 1);
    await problemOf(await send(rows(51), "one"), "conflict");
    const other = await send(rows(50), '"two"');
    expect(((await other.json()) as { id: string }).id).not.toBe(id);
    await problemOf(await send(rows(1), "with spaces"), "bad-request");
  });

  test("a batch, and the making of a key, are done once for each Idempotency-Key", async () => {
    const { service } = await start();
    const key = await service.key({});
    const body = {
      calls: [
        { tool: TOOL, input: PUE },
        { tool: TOOL, input: PUE },
      ],
    };
    const send = (calls: unknown) =>
      service.post("/v1/batch", calls, { "x-api-key": key, "idempotency-key": "b" });
    const [first, again] = [await send(body), await send(body)];
    expect(await again.text()).toBe(await first.text());
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    await problemOf(await send({ calls: body.calls.slice(1) }), "conflict");
    expect(await monthOf(service, key)).toBe(left(first) - 1);
    const make = (name: string) =>
      service.post(
        "/v1/admin/keys",
        { name, plan: "pro" },
        { authorization: `Bearer ${"t".repeat(32)}`, "idempotency-key": "k" },
      );
    const made = [await (await make("n")).text(), await (await make("n")).text()];
    expect(made[0]).toContain("plb_");
    expect(made[1]).toBe(made[0]);
    expect((await make("m")).status).toBe(409);
  });

  test("results cost what they are long, and cancelling costs as reading does", async () => {
    const { service, jobs } = await start(undefined, 1);
    const key = { "x-api-key": await service.key({ plan: "enterprise" }) };
    const table = `site,it_load_kw,cooling_kw,ups_losses_kw,lighting_kw\n${`${"s".repeat(1000)},500,150,30,5\n`.repeat(20_000)}`;
    const made = await fetch(`${service.base}/v1/jobs?tool=${TOOL}&columns=pue_score`, {
      method: "POST",
      headers: { "content-type": "text/csv", ...key },
      body: table,
    });
    const { id } = (await made.json()) as { id: string };
    await until("the job", async () => (await jobs.queue.read(id))?.state === "done");
    const fetched: number[] = [];
    for (let each = 0; each < 4; each++) {
      const answer = await service.get(`/v1/jobs/${id}/results`, key);
      fetched.push(answer.status);
      await answer.arrayBuffer();
    }
    expect(fetched).toEqual([200, 200, 429, 429]);
    service.pass(60);
    const cancels: number[] = [];
    for (let each = 0; each < 601; each++)
      cancels.push((await service.post(`/v1/jobs/${id}/cancel`, {}, key)).status);
    expect([cancels[0], cancels.at(-1)]).toEqual([200, 429]);
  });

  test("a plan keeps so many bytes and no more", async () => {
    const { service } = await start();
    // What cannot be compressed, in tables of the largest size that the plan takes.
    let seed = 1;
    const noise = (length: number) => {
      let text = "";
      while (text.length < length) {
        seed = (seed * 48_271) % 2_147_483_647;
        text += seed.toString(36);
      }
      return text.slice(0, length);
    };
    const send = () =>
      fetch(`${service.base}/v1/jobs?tool=${TOOL}`, {
        method: "POST",
        headers: { "content-type": "text/csv" },
        body: `it_load_kw,cooling_kw,ups_losses_kw,lighting_kw,note\n500,150,30,5,${noise(900_000)}\n`,
      });
    const statuses: number[] = [];
    for (let each = 0; each < 16; each++) {
      const answer = await send();
      statuses.push(answer.status);
      if (answer.status === 429)
        expect(await problemOf(answer)).toMatchObject({ limit: "stored", plan: "free" });
      service.pass(60);
    }
    expect(new Set(statuses)).toEqual(new Set([202, 429]));
    expect(statuses.at(-1)).toBe(429);
  });
});
