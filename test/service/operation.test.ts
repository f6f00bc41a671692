// Operation of the service: settings, headers, logs, CORS, the reference page, and shutdown.
import { spawn } from "node:child_process";
import { connect, type Socket } from "node:net";
import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId, newToken } from "../../src/access/token.js";
import { readSettings } from "../../src/server/settings.js";
import { CLI, runCli, waitForLine } from "../helpers/processes.js";
import { PUE, problemOf, type Running, startService } from "../helpers/running-service.js";

describe("settings", () => {
  test("without any, the service is for this machine alone", () => {
    expect(readSettings({})).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      logLevel: "info",
      app: {
        bodyLimit: 65536,
        trustProxy: false,
        corsOrigins: [],
        mcpHosts: ["localhost", "127.0.0.1", "[::1]"],
      },
    });
  });

  test("who listens to the world checks hosts only where they are listed, and no origin but the listed", () => {
    expect(readSettings({ HOST: "0.0.0.0" }).app).toMatchObject({ mcpHosts: undefined, mcpOrigins: [] });
    expect(readSettings({ HOST: "0.0.0.0", MCP_HOSTS: "API.example.org, b" }).app.mcpHosts).toEqual([
      "api.example.org",
      "b",
    ]);
  });

  test.each([
    ["true", true],
    ["2", 2],
    ["10.0.0.0/8, 127.0.0.1", ["10.0.0.0/8", "127.0.0.1"]],
    ["", false],
  ])("TRUST_PROXY=%s", (given, expected) => {
    expect(readSettings({ TRUST_PROXY: given }).app.trustProxy).toEqual(expected);
  });

  test.each([
    [{ PORT: "65536" }, "PORT must be a whole number from 0 to 65535, not 65536."],
    [{ BODY_LIMIT: "64k" }, "BODY_LIMIT must be a whole number"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of"],
    [{ PUBLIC_URL: "example" }, "PUBLIC_URL must be an address"],
  ])("%j is refused", (env, message) => {
    expect(() => readSettings(env)).toThrow(message);
  });

  test("the command line says so", () => {
    expect(runCli(["serve", "--loud"])).toMatchObject({ status: 2 });
    expect(runCli(["mcp", "--loud"])).toMatchObject({ status: 2 });
  });
});

describe("headers", () => {
  let service: Running;
  beforeAll(async () => {
    service = await startService({ corsOrigins: ["https://app.example.org"], trustProxy: 1 });
  });
  afterAll(() => service.close());

  test("every response is marked and guarded, errors too", async () => {
    for (const response of [await service.get("/health"), await service.get("/nothing")]) {
      expect(response.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(response.headers.get("x-powered-by")).toBeNull();
    }
  });

  test("a caller's own request id is kept where it is harmless", async () => {
    const id = async (given: string) =>
      (await service.get("/health", { "x-request-id": given })).headers.get("x-request-id");
    expect(await id("order-17")).toBe("order-17");
    expect(await id("a b\tc")).not.toContain("a b");
    expect(await id("x".repeat(65))).toHaveLength(36);
  });

  test("browsers of a listed origin may call; others get no leave", async () => {
    const preflight = (origin: string) =>
      fetch(`${service.base}/v1/tools/calculate_pue`, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "x-api-key",
        },
      });
    const good = await preflight("https://app.example.org");
    expect(good.status).toBe(204);
    expect(good.headers.get("access-control-allow-origin")).toBe("https://app.example.org");
    expect(good.headers.get("access-control-allow-headers")).toContain("x-api-key");
    expect((await preflight("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
    const called = await service.post("/v1/tools/calculate_pue", PUE, { origin: "https://app.example.org" });
    expect(called.headers.get("access-control-expose-headers")).toContain("x-definition");
  });

  test("without listed origins there are no such headers", async () => {
    const closed = await startService();
    try {
      const response = await closed.get("/health", { origin: "https://app.example.org" });
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      const options = await fetch(`${closed.base}/v1/tools`, { method: "OPTIONS" });
      await problemOf(options, "method-not-allowed");
    } finally {
      await closed.close();
    }
  });

  test("the caller's address comes from a proxy only where it is trusted", async () => {
    const seen: string[] = [];
    const admission = ({ ip }: { ip: string }) => {
      seen.push(ip);
      return { tier: "free", settle: () => ({}) };
    };
    for (const trustProxy of [1, false]) {
      const running = await startService({ admission, trustProxy });
      await running.post("/v1/tools/calculate_pue", PUE, { "x-forwarded-for": "203.0.113.9, 198.51.100.7" });
      await running.close();
    }
    expect(seen).toEqual(["198.51.100.7", "127.0.0.1"]);
  });
});

describe("the reference page", () => {
  test("comes whole from the package: its files, this service, nothing else", async () => {
    const service = await startService();
    try {
      const page = await service.get("/docs/reference");
      const html = await page.text();
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
      const links = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] ?? "");
      // The rule book exists only if it was built.
      const files = links.filter((link) => !link.startsWith("/rules/"));
      expect(files).toContain("/docs/reference.js");
      for (const file of [...files, "/docs/form.js"]) {
        const response = await service.get(file);
        expect(response.status, file).toBe(200);
        const text = await response.text();
        if (file.startsWith("/docs/")) expect(`${html}${text}`).not.toMatch(/https?:\/\//);
      }
    } finally {
      await service.close();
    }
  });
});

describe("logs", () => {
  test("one line a request, without bodies, keys or queries", async () => {
    let text = "";
    const stream = new Writable({
      write(chunk: Buffer, _, done) {
        text += chunk.toString();
        done();
      },
    });
    const service = await startService({ logger: { level: "info", stream } });
    const secret = { "x-api-key": "k-secret", "x-request-id": "mine" };
    await service.post("/v1/tools/calculate_pue?api_key=q-secret", { ...PUE, it_load_kw: 4321 }, secret);
    const key = newToken(newId());
    await service.get(`/v1/tools/${key}?x=1`);
    await service.close();
    const lines = text.split("\n").filter((line) => line.includes('"request"'));
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("/v1/tools/plb_...");
    expect(text).not.toContain(key.slice(4));
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      reqId: "mine",
      method: "POST",
      path: "/v1/tools/calculate_pue",
      status: 200,
      ip: "127.0.0.1",
    });
    expect(text).not.toMatch(/secret|\b4321\b/);
  });
});

describe("stopping", () => {
  const start = async (env: Record<string, string>) => {
    const server = spawn(process.execPath, [CLI, "serve"], {
      env: { ...process.env, PORT: "0", LOG_LEVEL: "warn", ...env },
    });
    const port = Number(/:(\d+)\s*$/.exec(await waitForLine(server, "serves"))?.[1]);
    const ended = new Promise<number | null>((resolve) => server.once("exit", resolve));
    return { server, port, ended };
  };
  /** Sends an incomplete request after a complete one; the first answer proves that both arrived. */
  const begin = async (port: number, body: string): Promise<{ socket: Socket; answer: Promise<string> }> => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    let arrived = () => {};
    const continued = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    socket.on("data", (chunk) => {
      text += chunk.toString();
      if (text.includes("100 Continue")) arrived();
    });
    const answer = new Promise<string>((resolve) => socket.once("close", () => resolve(text)));
    socket.write(
      "POST /v1/tools/calculate_pue HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 100-continue\r\n" +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
    );
    await continued;
    return { socket, answer };
  };

  test("what runs is finished, nothing new is taken, and the exit code is 0", async () => {
    const { server, port, ended } = await start({});
    const body = JSON.stringify(PUE);
    const { socket, answer } = await begin(port, body);
    server.kill("SIGTERM");
    await refusedConnection(port);
    socket.write(body);
    expect(await answer).toContain('"pue_score":1.37');
    expect(await ended).toBe(0);
  });

  test("a caller that never finishes does not keep the process", async () => {
    const { server, port, ended } = await start({ SHUTDOWN_MS: "50" });
    const { answer } = await begin(port, "{}");
    server.kill("SIGTERM");
    expect(await ended).toBe(0);
    await answer;
  });

  test("nor do explanations that wait for their turn", async () => {
    const { server, port, ended } = await start({ SHUTDOWN_MS: "50" });
    const base = `http://127.0.0.1:${port}`;
    const asked = Array.from({ length: 5 }, () =>
      fetch(`${base}/v1/tools/calculate_pue?explain=true`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(PUE),
      }).then(
        ({ status }) => status,
        () => undefined,
      ),
    );
    // Earlier data has been read by then.
    await fetch(`${base}/health`);
    server.kill("SIGTERM");
    expect(await ended).toBe(0);
    await Promise.all(asked);
  });
});

/** Resolves when the port refuses connections. */
async function refusedConnection(port: number): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => {
        socket.destroy();
        resolve(true);
      });
      socket.once("error", () => resolve(false));
    });
    if (!open) return;
  }
}
