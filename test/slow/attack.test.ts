// What an attacker without a key, a fault of the disk or of Redis, and a reload did to a running service: each is tried on a
// process of its own, as an operator would start it.
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CLI, runCli, stopped, waitForLine } from "../helpers/processes.js";
import { HAS_REDIS, RedisServer } from "../helpers/redis-server.js";
import { until } from "../helpers/store-servers.js";

const CSV = { "content-type": "text/csv" };
const JSON_BODY = { "content-type": "application/json" };
const TABLE = "/v1/jobs?tool=mees_checker";
const CALL = "/v1/tools/mees_checker";
const ROW = "lease,property_type,current_epc_band\nL-1,domestic,D\n";
const INPUT = JSON.stringify({ property_type: "domestic", current_epc_band: "D" });

const rows = (count: number) =>
  `lease,property_type,current_epc_band\n${Array.from({ length: count }, (_, row) => `L-${row},domestic,D\n`).join("")}`;

let home: string;
const running: ChildProcessWithoutNullStreams[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "plumbline-attack-"));
});
afterEach(async () => {
  for (const child of running.splice(0)) await stopped(child);
  rmSync(home, { recursive: true, force: true });
});

interface Attacked {
  readonly child: ChildProcessWithoutNullStreams;
  readonly base: string;
  readonly port: number;
  readonly said: () => string;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, headers: Record<string, string>, body: string | Buffer): Promise<Response>;
}

async function serve(env: Record<string, string> = {}): Promise<Attacked> {
  const child = spawn(process.execPath, [CLI, "serve"], {
    env: { ...process.env, PORT: "0", LOG_LEVEL: "warn", DATA_DIR: join(home, "data"), ...env },
  });
  running.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  const base = /http:\S+/.exec(await waitForLine(child, "serves"))?.[0] ?? "";
  return {
    ...{ child, base, port: Number(new URL(base).port), said: () => said },
    get: (path, headers = {}) => fetch(base + path, { headers, signal: AbortSignal.timeout(30_000) }),
    post: (path, headers, body) =>
      fetch(base + path, { method: "POST", headers, body, signal: AbortSignal.timeout(60_000) }),
  };
}

const keyFor = (plan: string, env: Record<string, string> = {}) => {
  const made = runCli(["keys", "create", "--name", "x", "--plan", plan], "", {
    DATA_DIR: join(home, "data"),
    ...env,
  });
  return /plb_\w+/.exec(made.stdout)?.[0] ?? "";
};

/** What comes back for some bytes, without anything more being sent; empty where the service waits for more. */
async function answerTo(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  const answered = new Promise<void>((resolve) => {
    socket.on("data", (chunk) => {
      text += chunk.toString();
      if (/\r\n\r\n[\s\S]*\}|^HTTP\/1.1 100 /.test(text)) resolve();
    });
    socket.on("close", () => resolve());
    socket.on("error", () => resolve());
    setTimeout(resolve, 30_000).unref();
  });
  socket.write(bytes);
  await answered;
  socket.destroy();
  return text;
}

const headers = (path: string, type: string, more: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${more}\r\n\r\n`;

const memoryOf = ({ child }: Attacked, name: string) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) /
  1024;

async function jobOf(answer: Response): Promise<string> {
  const text = await answer.text();
  expect([answer.status, text]).toEqual([202, expect.anything()]);
  return (JSON.parse(text) as { id: string }).id;
}

const doneJob = (service: Attacked, id: string, headers: Record<string, string> = {}) =>
  until("the job", async () => {
    const view = (await (await service.get(`/v1/jobs/${id}`, headers)).json()) as Record<string, unknown>;
    return view.state === "done" || view.state === "failed" ? view : undefined;
  });

describe("bodies", () => {
  test("a table that the plan does not allow is refused by its length alone", async () => {
    const { port } = await serve();
    const answer = await answerTo(port, headers("/v1/jobs", "application/json", "Content-Length: 60000000"));
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain("on the plan free");
  });

  test("a visitor who has nothing left is refused before a body is read", async () => {
    const { port, post } = await serve();
    for (let call = 0; call < 5; call++) await post(CALL, JSON_BODY, INPUT);
    for (const path of ["/v1/batch", "/v1/jobs", `${CALL}/sweep`]) {
      const answer = await answerTo(port, headers(path, "application/json", "Content-Length: 900000"));
      expect(answer).toMatch(/^HTTP\/1.1 429 /);
      expect(answer.toLowerCase()).toContain("retry-after: ");
    }
  });

  test("a wrong key is told so before a body is read", async () => {
    const { port } = await serve();
    const key = `X-API-Key: plb_no\r\nContent-Length: 900000`;
    expect(await answerTo(port, headers("/v1/jobs", "text/csv", key))).toMatch(/^HTTP\/1.1 401 /);
  });

  test("who asks whether to send a body is told before it is sent", async () => {
    const { port } = await serve();
    const expecting = (length: number) =>
      answerTo(port, headers("/v1/jobs", "text/csv", `Expect: 100-continue\r\nContent-Length: ${length}`));
    expect(await expecting(60_000_000)).toMatch(/^HTTP\/1.1 413 /);
    expect(await expecting(500_000)).toMatch(/^HTTP\/1.1 100 /);
  });

  test("a body of a million values is refused unread, however few bytes each has", async () => {
    const { post } = await serve({ LIMITS: "off" });
    const answer = await post("/v1/batch", JSON_BODY, `{"calls":[${"{},".repeat(1_390_000).slice(0, -1)}]}`);
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain("more than 200000 values");
  });

  test("lengths that nobody has declared are bounded, and nothing of them stays in memory", async () => {
    const service = await serve();
    const before = memoryOf(service, "VmRSS");
    const send = async () => {
      const socket = connect(service.port, "127.0.0.1");
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString();
      });
      socket.on("error", () => undefined);
      const ended = new Promise((resolve) => socket.once("close", resolve));
      socket.write(headers(TABLE, "text/csv", "Transfer-Encoding: chunked"));
      const megabyte = `100000\r\n${"x".repeat(0x100000)}\r\n`;
      for (let sent = 0; sent < 30 && !socket.destroyed && text === ""; sent++)
        if (!socket.write(megabyte))
          await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), ended]);
      await until("an answer", () => text !== "" || socket.destroyed);
      socket.destroy();
      return text.slice(0, 12);
    };
    const answers = await Promise.all(Array.from({ length: 24 }, send));
    for (const answer of answers) expect(answer).toMatch(/^$|HTTP\/1.1 (413|429)/);
    expect(memoryOf(service, "VmRSS") - before).toBeLessThan(400);
  });

  test("text is no batch: it is refused by its type", async () => {
    const { post } = await serve();
    expect((await post("/v1/batch", CSV, "x".repeat(100))).status).toBe(415);
    expect((await post(CALL, { "content-type": "application/vnd.apache.parquet" }, "x")).status).toBe(415);
  });

  test("a row is never longer than a megabyte", async () => {
    const service = await serve();
    const long = `property_type,current_epc_band,note\ndomestic,D,${"x".repeat(3_000_000)}\n`;
    expect((await service.post(TABLE, CSV, long)).status).toBe(413);
    const key = { "x-api-key": keyFor("enterprise") };
    const answer = await service.post(TABLE, { ...CSV, ...key }, long);
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining("1048576 bytes")]);
  });
});

describe("the file of the jobs", () => {
  test("another process that holds it is felt by /v1/jobs alone", async () => {
    const service = await serve();
    const id = await jobOf(await service.post(TABLE, CSV, ROW));
    await doneJob(service, id);
    const holder = new Database(join(home, "data/jobs.db"));
    holder.exec("BEGIN IMMEDIATE");
    const refused = await service.post(TABLE, CSV, ROW);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([
      503,
      expect.stringMatching(/^\d+$/),
    ]);
    // Six seconds are longer than any patience with the file.
    await until("jobs are told to fail", async () => {
      const ready = await service.get("/ready");
      expect(ready.status).toBe(200);
      return ((await ready.json()) as { jobs: string }).jobs === "failing";
    });
    expect((await service.get("/health")).status).toBe(200);
    expect((await service.post(CALL, JSON_BODY, INPUT)).status).toBe(200);
    holder.exec("ROLLBACK");
    holder.close();
    await until("jobs again", async () => (await service.post(TABLE, CSV, ROW)).status !== 503);
    expect(service.child.exitCode).toBeNull();
  });

  test("a damaged one keeps nothing else from starting", async () => {
    const first = await serve();
    await doneJob(first, await jobOf(await first.post(TABLE, CSV, ROW)));
    await stopped(first.child);
    const file = join(home, "data/jobs.db");
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 100);
    writeFileSync(file, bytes);
    for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
    const second = await serve();
    expect((await second.get("/health")).status).toBe(200);
    expect((await second.post(CALL, JSON_BODY, INPUT)).status).toBe(200);
    expect((await second.post(TABLE, CSV, ROW)).status).toBe(503);
    expect(await (await second.get("/ready")).json()).toMatchObject({ status: "ready", jobs: "failing" });
    second.child.kill("SIGTERM");
    await once(second.child, "exit");
    expect(second.child.exitCode).toBe(0);
  });

  test.runIf(process.getuid?.() === 0)(
    "a full disk: calls go on, jobs go on when there is room",
    async () => {
      const data = join(home, "small");
      mkdirSync(data);
      if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m", "t", data]).status !== 0) return;
      try {
        const service = await serve({ DATA_DIR: data, LIMITS: "off" });
        const id = await jobOf(await service.post(TABLE, CSV, rows(60_000)));
        const fill = spawnSync("dd", ["if=/dev/zero", `of=${join(data, "fill")}`, "bs=4k"]);
        expect(fill.status).not.toBe(0);
        // What cannot be put down is refused as such.
        expect((await service.post(TABLE, CSV, rows(60_000))).status).toBe(503);
        for (let call = 0; call < 20; call++)
          expect((await service.post(CALL, JSON_BODY, INPUT)).status).toBe(200);
        await until("jobs are told to fail, or the job was quicker", async () => {
          const { jobs } = (await (await service.get("/ready")).json()) as { jobs: string };
          const { state } = (await (await service.get(`/v1/jobs/${id}`)).json()) as { state?: string };
          return jobs === "failing" || state === "done";
        });
        expect(service.child.exitCode).toBeNull();
        rmSync(join(data, "fill"));
        expect(await doneJob(service, id)).toMatchObject({ state: "done", rows_done: 60_000 });
        await stopped(service.child);
      } finally {
        spawnSync("umount", ["-l", data]);
      }
    },
  );
});

describe("definitions", () => {
  const own = () => {
    expect(runCli(["init", join(home, "own")]).status).toBe(0);
    return join(home, "own/definitions");
  };
  const TOOL = "tools/first_tool.yaml";
  const input = { floor_area_m2: 100, use: "office" };

  test("a job is computed with the definitions that are served, whatever has become of their folder", async () => {
    const folder = own();
    const service = await serve({ DEFINITIONS_DIR: folder });
    const called = (await (
      await service.post("/v1/tools/first_tool", JSON_BODY, JSON.stringify(input))
    ).json()) as { annual_energy_kwh: number };
    const path = join(folder, TOOL);
    writeFileSync(path, readFileSync(path, "utf8").replace("assumed: 2500", "assumed: 5000"));
    const table = "floor_area_m2,use\n100,office\n";
    const id = await jobOf(await service.post("/v1/jobs?tool=first_tool&format=jsonl", CSV, table));
    await doneJob(service, id);
    const [row] = (await (await service.get(`/v1/jobs/${id}/results`)).text()).split("\n");
    expect(JSON.parse(row ?? "{}")).toMatchObject({ annual_energy_kwh: called.annual_energy_kwh });
  });

  test("after a reload stopping, readiness and counts are what they were", async () => {
    const folder = own();
    const service = await serve({ DEFINITIONS_DIR: folder, LOG_LEVEL: "info", DRAIN_MS: "3000" });
    await service.get("/v1/tools");
    const served = async () =>
      /route="\/v1\/tools"[^}]*\} (\d+)/.exec(await (await service.get("/metrics")).text())?.[1];
    expect(await served()).toBe("1");
    const path = join(folder, "common.yaml");
    writeFileSync(path, `${readFileSync(path, "utf8")}# changed\n`);
    service.child.kill("SIGHUP");
    await until("the reload", () => service.said().includes("The changed definitions are served"));
    await service.get("/v1/tools");
    expect(await served()).toBe("2");
    const { uptime_s } = (await (await service.get("/health")).json()) as { uptime_s: number };
    expect(uptime_s).toBeGreaterThanOrEqual(1);
    const ended = once(service.child, "exit");
    service.child.kill("SIGTERM");
    const ready = await until("readiness that says so", async () => {
      const answer = await service.get("/ready");
      return answer.status === 503 ? answer : undefined;
    });
    expect(ready.headers.get("connection")).toBe("close");
    expect(await ready.json()).toMatchObject({ status: "stopping" });
    await ended;
    expect(service.child.exitCode).toBe(0);
  });
});

describe.runIf(HAS_REDIS)("Redis", () => {
  const ID = "A".repeat(24);

  test("a service that starts while it is away serves, and says 503 of jobs", async () => {
    const service = await serve({ REDIS_URL: "redis://127.0.0.1:1/0" });
    expect((await service.get("/health")).status).toBe(200);
    expect((await service.post(CALL, JSON_BODY, INPUT)).status).toBe(200);
    expect((await service.get(`/v1/jobs/${ID}`)).status).toBe(503);
    service.child.kill("SIGTERM");
    await once(service.child, "exit");
    expect(service.child.exitCode).toBe(0);
  });

  test("once it goes, jobs are 503, and the service stops as it should", async () => {
    const redis = await RedisServer.start();
    const service = await serve({ REDIS_URL: redis.url });
    expect((await service.get(`/v1/jobs/${ID}`)).status).toBe(404);
    // An entry of another kind is nobody's job.
    expect((await service.get(`/v1/jobs/${ID}:out:0`)).status).toBe(404);
    const away = async () => {
      const answer = await service.get(`/v1/jobs/${ID}`);
      const retry = answer.headers.get("retry-after");
      expect([answer.status, retry]).toEqual([503, expect.stringMatching(/^\d+$/)]);
      expect((await service.post(CALL, JSON_BODY, INPUT)).status).toBe(200);
    };
    // It takes connections and answers nothing.
    redis.pause();
    await away();
    redis.resume();
    await until("jobs again", async () => (await service.get(`/v1/jobs/${ID}`)).status === 404);
    await redis.close();
    await away();
    service.child.kill("SIGTERM");
    await once(service.child, "exit");
    expect(service.child.exitCode).toBe(0);
  });
});
