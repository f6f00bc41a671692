// The service under a process manager: readiness, signals, shutdown under load, resource shortages.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { StoreHealth } from "../../src/access/store.js";
import { startKeyed } from "../helpers/keyed-service.js";
import { CLI, stopped, waitForLine } from "../helpers/processes.js";
import { PUE } from "../helpers/running-service.js";
import { until } from "../helpers/store-servers.js";

let child: ChildProcessWithoutNullStreams | undefined;
afterEach(async () => {
  if (child !== undefined) await stopped(child);
});

async function start(env: Record<string, string> = {}, shell?: string): Promise<number> {
  const settings = { ...process.env, PORT: "0", DATA_DIR: ":memory:", REDIS_URL: "", ...env };
  child =
    shell === undefined
      ? spawn(process.execPath, [CLI, "serve"], { env: settings })
      : spawn("sh", ["-c", `${shell}; exec "${process.execPath}" "${CLI}" serve`], { env: settings });
  const line = await waitForLine(child, "serves");
  return Number(/:(\d+)\s*$/.exec(line.trim())?.[1]);
}

describe("/ready", () => {
  test("says what the store and the definitions are like, and what went wrong last", async () => {
    const service = await startKeyed();
    try {
      const { definitions } = (await (await service.get("/health")).json()) as { definitions: string };
      const well = await service.get("/ready");
      expect(well.status).toBe(200);
      expect(await well.json()).toEqual({
        status: "ready",
        store: "ok",
        definitions,
        last_error: null,
      });
      const health = (given: StoreHealth) => Object.assign(service.store, { health: () => given });
      health({ ok: false, error: "The disk is full." });
      const full = await service.get("/ready");
      expect(full.status).toBe(503);
      expect(await full.json()).toMatchObject({
        status: "failing",
        store: "failing",
        last_error: { error: "The disk is full." },
      });
      expect((await service.get("/health")).status).toBe(200);
      health({ ok: false, error: "Redis does not answer.", standIn: true });
      const away = await service.get("/ready");
      expect(away.status).toBe(200);
      expect(await away.json()).toMatchObject({ status: "degraded" });
      health({ ok: true });
      expect(await (await service.get("/ready")).json()).toMatchObject({
        status: "ready",
        last_error: { error: "Redis does not answer." },
      });
    } finally {
      await service.close();
    }
  });
});

test("/metrics tells requests by route and status, never by the path that was asked for", async () => {
  const service = await startKeyed();
  try {
    await service.post("/v1/tools/calculate_pue", PUE);
    for (let at = 0; at < 3; at++) await service.get(`/nothing/${at}`);
    // Refused before routing by the cross-site check.
    expect((await service.get("/v1/tools", { "sec-fetch-site": "cross-site" })).status).toBe(403);
    const text = await (await service.get("/metrics")).text();
    expect(text).toContain('plumbline_requests_total{route="/v1/tools/:name",method="POST",status="200"} 1');
    expect(text).toContain('plumbline_requests_total{route="/v1/tools",method="GET",status="403"} 1');
    expect(text).toMatch(/plumbline_requests_total\{route="none",method="GET",status="404"\} 3/);
    expect(text).toContain("plumbline_store_ok 1");
    // Buckets are cumulative, so the last contains all.
    const buckets = [...text.matchAll(/request_seconds_bucket\{route="none",le="[^"]+"\} (\d+)/g)].map(
      ([, count]) => Number(count),
    );
    expect(buckets).toHaveLength(10);
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
    expect(buckets.at(-1)).toBe(3);
    expect(text).toContain('plumbline_request_seconds_count{route="none"} 3');
    expect(text).toMatch(/^plumbline_process_resident_memory_bytes \d{7,}$/m);
    expect(text).not.toContain("/nothing");
  } finally {
    await service.close();
  }
});

describe("signals", () => {
  test("SIGHUP and SIGUSR2 are told in the log and end nothing", async () => {
    const port = await start();
    const lines = { SIGHUP: "The definitions are unchanged", SIGUSR2: "SIGUSR2 is ignored" };
    for (const signal of ["SIGHUP", "SIGUSR2"] as const) {
      const told = waitForLine(child as ChildProcessWithoutNullStreams, lines[signal]);
      child?.kill(signal);
      await told;
    }
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  });

  test("callers at the door when the signal comes are served; readiness says that it stops", async () => {
    const port = await start({ DRAIN_MS: "6000", LIMITS: "off" });
    const statuses: number[] = [];
    child?.kill("SIGTERM");
    const ended = once(child as ChildProcessWithoutNullStreams, "exit");
    let stopping = false;
    while (!stopping || statuses.length < 10) {
      const response = await fetch(`http://127.0.0.1:${port}/v1/tools/calculate_pue`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(PUE),
      });
      statuses.push(response.status);
      stopping ||= (await fetch(`http://127.0.0.1:${port}/ready`)).status === 503;
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(stopping).toBe(true);
    expect((await ended)[0]).toBe(0);
  });

  test("calls that the system has taken on the service's behalf before it could look are answered", async () => {
    const port = await start({ LIMITS: "off", MAX_LAG_MS: "0" });
    const ended = once(child as ChildProcessWithoutNullStreams, "exit");
    child?.kill("SIGSTOP");
    const body = JSON.stringify(PUE);
    const head = `POST /v1/tools/calculate_pue HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const waiting = Array.from({ length: 150 }, () => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString();
      });
      socket.write(head + body);
      const answer = new Promise<string>((resolve) => socket.once("close", () => resolve(text.slice(0, 12))));
      return { socket, answer };
    });
    await until("they are at the door", () => waiting.every(({ socket }) => !socket.connecting));
    child?.kill("SIGTERM");
    child?.kill("SIGCONT");
    const answers = await Promise.all(waiting.map(({ answer }) => answer));
    expect(answers).toEqual(waiting.map(() => "HTTP/1.1 200"));
    expect((await ended)[0]).toBe(0);
  });
});

describe("a shortage of file descriptors", () => {
  test("while it lasts and afterwards, what is asked on open connections is answered", async () => {
    const port = await start({ LIMITS: "off", LOG_LEVEL: "fatal", MAX_LAG_MS: "0" }, "ulimit -n 256");
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (path: string, body?: unknown) =>
      new Promise<number>((resolve, reject) => {
        const headers = body === undefined ? {} : { "content-type": "application/json" };
        const method = body === undefined ? "GET" : "POST";
        request({ port, host: "127.0.0.1", path, agent, method, headers }, (response) => {
          response.resume();
          response.on("end", () => resolve(response.statusCode ?? 0));
        })
          .on("error", reject)
          .end(body === undefined ? undefined : JSON.stringify(body));
      });
    const tool = "/v1/tools/calculate_pue";
    const message = (method: string) => ["/mcp", { jsonrpc: "2.0", id: 1, method }] as const;
    /** Routes that need no files, and routes that open files at the first request. */
    const always = [
      ["/openapi.json"],
      ["/openapi-legacy.json"],
      ["/v1/tools"],
      ["/docs"],
      [tool, PUE],
      message("tools/list"),
    ] as const;
    const opening = [
      [`${tool}?explain=true`, PUE],
      [`${tool}?explain=true&format=html`, PUE],
      ["/rules/"],
      ["/"],
      message("resources/list"),
      message("prompts/list"),
    ] as const;
    expect(await ask("/health")).toBe(200);
    const crowd = Array.from({ length: 300 }, () => connect(port, "127.0.0.1").on("error", () => {}));
    await until("the crowd is there", () => crowd.every(({ connecting }) => !connecting));
    for (const [path, body] of always) expect([path, await ask(path, body)]).toEqual([path, 200]);
    for (const [path, body] of opening) {
      const status = await ask(path, body);
      expect([path, status === 200 || status === 503]).toEqual([path, true]);
    }
    for (const socket of crowd) socket.destroy();
    for (const [path, body] of [...always, ...opening])
      await until(`${path} is answered`, async () => {
        const status = await ask(path, body);
        // An unbuilt rule book is made now, which takes time.
        return status === 200 || (path === "/rules/" && status === 503);
      });
    agent.destroy();
  });
});
