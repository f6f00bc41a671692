// Past attacks, disk and Redis faults, and reloads, each against a separate service process.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CLI, runCli, stopped, waitForLine } from "../helpers/processes.js";
import { until } from "../helpers/store-servers.js";

const CSV = { "content-type": "text/csv" };
const JSON_BODY = { "content-type": "application/json" };
const CALL = "/v1/tools/mees_checker";
const INPUT = JSON.stringify({ property_type: "domestic", current_epc_band: "D" });

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

/** Returns the answer to some bytes; empty if the service waits for more. */
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

describe("bodies", () => {
  test("a body that the plan does not allow is refused by its length alone", async () => {
    const { port } = await serve();
    const answer = await answerTo(port, headers("/v1/batch", "application/json", "Content-Length: 60000000"));
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain("on the plan free");
  });

  test("a visitor who has nothing left is refused before a body is read", async () => {
    const { port, post } = await serve();
    for (let call = 0; call < 5; call++) await post(CALL, JSON_BODY, INPUT);
    for (const path of ["/v1/batch", `${CALL}/sweep`]) {
      const answer = await answerTo(port, headers(path, "application/json", "Content-Length: 900000"));
      expect(answer).toMatch(/^HTTP\/1.1 429 /);
      expect(answer.toLowerCase()).toContain("retry-after: ");
    }
  });

  test("a wrong key is told so before a body is read", async () => {
    const { port } = await serve();
    const key = `X-API-Key: plb_no\r\nContent-Length: 900000`;
    expect(await answerTo(port, headers("/v1/batch", "application/json", key))).toMatch(/^HTTP\/1.1 401 /);
  });

  test("who asks whether to send a body is told before it is sent", async () => {
    const { port } = await serve();
    const expecting = (length: number) =>
      answerTo(
        port,
        headers("/v1/batch", "application/json", `Expect: 100-continue\r\nContent-Length: ${length}`),
      );
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
      socket.write(headers("/v1/batch", "application/json", "Transfer-Encoding: chunked"));
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
});

describe("definitions", () => {
  const own = () => {
    expect(runCli(["init", join(home, "own")]).status).toBe(0);
    return join(home, "own/definitions");
  };

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
