// Keys and limits over real sockets, with a clock controlled by the test.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loopbackAdvice, networkOf } from "../../src/access/network.js";
import { newId, newToken, readToken } from "../../src/access/token.js";
import { type Keyed, startKeyed } from "../helpers/keyed-service.js";
import { PUE, problemOf } from "../helpers/running-service.js";

const PATH = "/v1/tools/calculate_pue";
let service: Keyed;
beforeEach(async () => {
  service = await startKeyed();
});
afterEach(() => service.close());

const call = (headers: Record<string, string> = {}, body: unknown = PUE) => service.post(PATH, body, headers);
const tierOf = async (response: Response) => ((await response.json()) as { tier: string }).tier;
/** Parses `"minute";r=4;t=60` to an object by policy. */
function limitsOf(response: Response, header = "ratelimit"): Record<string, Record<string, number>> {
  const items = (response.headers.get(header) ?? "").split(", ").map((item) => item.split(";"));
  return Object.fromEntries(
    items.map(([name = "", ...parts]) => [
      name.replaceAll('"', ""),
      Object.fromEntries(parts.map((part) => part.split("=")).map(([key, value]) => [key, Number(value)])),
    ]),
  );
}

test("only callers on the service's own machine read how to remove the limits", () => {
  for (const own of ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
    expect(loopbackAdvice(own)).toContain("LIMITS=off");
  for (const other of ["192.0.2.1", "10.0.0.1", "2001:db8::1", "unknown"])
    expect(loopbackAdvice(other)).toBe("");
});

describe("without a key", () => {
  test("five calls in a minute; the sixth is refused, counts as well, and is told the second when it fits", async () => {
    for (let made = 1; made <= 5; made++) {
      const response = await call();
      expect(await tierOf(response)).toBe("free");
      expect(limitsOf(response)).toEqual({
        minute: { r: 5 - made, t: 60 - (made - 1) * 2 },
        // Noon of the 15th, so fifteen and a half days remain.
        month: { r: 500 - made, t: 15.5 * 86_400 - (made - 1) * 2 },
      });
      expect(limitsOf(response, "ratelimit-policy")).toEqual({
        minute: { q: 5, w: 60 },
        month: { q: 500, w: 30 * 86_400 },
      });
      service.pass(2);
    }
    const refused = await call();
    expect(refused.status).toBe(429);
    // Counted at 2, 4, 6, 8 and now 10 seconds: the second of the five expires at 62.
    expect(refused.headers.get("retry-after")).toBe("52");
    expect(await problemOf(refused, "too-many-requests")).toMatchObject({
      limit: "minute",
      quota: 5,
      plan: "free",
      retry_after_s: 52,
      detail: expect.stringMatching(/LIMITS=off .* plumbline keys create\.$/),
    });
    service.pass(51.999);
    expect((await call()).status).toBe(429);
    await service.close();
    service = await startKeyed();
    for (let made = 0; made < 5; made++) await call();
    expect((await call()).headers.get("retry-after")).toBe("60");
    service.pass(60);
    expect(limitsOf(await call()).minute).toEqual({ r: 4, t: 60 });
  });

  test("a boundary of the clock's minute changes nothing", async () => {
    service.at("2026-11-15T12:00:59.500Z");
    for (let made = 0; made < 5; made++) expect((await call()).status).toBe(200);
    service.pass(1);
    expect((await call()).status).toBe(429);
  });

  test("a used-up month is refused until the first of the next", async () => {
    for (let made = 0; made < 500; made++) {
      expect((await call()).status).toBe(200);
      service.pass(12);
    }
    const refused = await call();
    expect(refused.status).toBe(429);
    expect(await problemOf(refused)).toMatchObject({ limit: "month", quota: 500 });
    const end = Date.parse("2026-12-01T00:00:00Z");
    const now = Date.parse("2026-11-15T12:00:00Z") + 500 * 12_000;
    expect(refused.headers.get("retry-after")).toBe(String((end - now) / 1000));
    service.at("2026-11-30T23:59:59.999Z");
    expect((await call()).headers.get("retry-after")).toBe("1");
    service.pass(0.001);
    expect(limitsOf(await call())).toMatchObject({ month: { r: 499, t: 31 * 86_400 } });
  });

  test("wrong requests count for the minute and not for the month", async () => {
    expect((await call({}, {})).status).toBe(422);
    expect((await call({}, "{")).status).toBe(400);
    expect((await call({ "content-type": "text/plain" })).status).toBe(415);
    const unknown = await service.post("/v1/tools/calculate_pu", PUE);
    expect(unknown.status).toBe(404);
    expect(limitsOf(unknown)).toMatchObject({ minute: { r: 1 }, month: { r: 500 } });
    expect(limitsOf(await call())).toMatchObject({ minute: { r: 0 }, month: { r: 499 } });
    expect((await call({}, {})).status).toBe(429);
  });

  test("a typo in a page of the service leaves the minute for answers; a program's counts", async () => {
    const inPage = { "sec-fetch-site": "same-origin" };
    for (let made = 0; made < 8; made++) {
      const typo = await call(inPage, { ...PUE, it_load_kw: "5oo" });
      expect(typo.status).toBe(422);
      expect(typo.headers.get("ratelimit")).toBeNull();
    }
    expect(limitsOf(await call(inPage))).toMatchObject({ minute: { r: 4 }, month: { r: 499 } });
    for (let made = 0; made < 4; made++) expect((await call({}, {})).status).toBe(422);
    expect((await call(inPage)).status).toBe(429);
    // Beyond the read quota, invalid input counts as calls.
    await service.close();
    service = await startKeyed({ readsPerMinute: 2 });
    for (let made = 0; made < 7; made++) expect((await call(inPage, {})).status).toBe(422);
    expect((await call(inPage, {})).status).toBe(429);
  });

  test("what only informs is never counted", async () => {
    for (let made = 0; made < 10; made++) {
      for (const path of ["/health", "/v1/tools", PATH, "/v1/plans", "/openapi.json", "/docs"])
        expect((await service.get(path)).headers.get("ratelimit")).toBeNull();
      const list = await service.post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" });
      expect(list.status).toBe(200);
    }
    expect((await call()).status).toBe(200);
  });

  test("networks are counted apart: by IPv4 address, by /64 of IPv6", async () => {
    await service.close();
    service = await startKeyed({ trustProxy: 1 });
    const from = (ip: string) => call({ "x-forwarded-for": ip });
    for (let made = 0; made < 5; made++) await from(`2001:db8:1:2::${made}`);
    expect((await from("2001:db8:1:2:ffff::9")).status).toBe(429);
    expect((await from("2001:db8:1:3::1")).status).toBe(200);
    expect((await from("192.0.2.1")).status).toBe(200);
    expect(networkOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
    for (const same of ["192.0.2.1:4711", "::ffff:c000:201", "[::ffff:192.0.2.1]:80", " 192.0.2.1 "])
      expect(networkOf(same)).toBe("192.0.2.1");
    expect(networkOf("[2001:db8:1:2::9]:443")).toBe(networkOf("2001:DB8:1:2:ffff::1"));
    expect(networkOf("nobody")).toBe(networkOf("unknown, 1"));
    for (let port = 1; port < 6; port++) await from(`198.51.100.7:${port}`);
    expect((await from("198.51.100.7:9")).status).toBe(429);
    expect(networkOf("::1")).toBe("0:0:0:0");
    expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0");
    expect(networkOf("64:ff9b::192.0.2.33")).toBe("64:ff9b:0:0");
  });
});

describe("many calls in one request", () => {
  test("each call of a batch counts, also those that are wrong", async () => {
    const key = { "x-api-key": await service.key({ plan: "starter" }) };
    const calls = [
      ...Array.from({ length: 8 }, () => ({ tool: "calculate_pue", input: PUE })),
      { tool: "no" },
      1,
    ];
    expect(limitsOf(await service.post("/v1/batch", { calls }, key))).toMatchObject({
      minute: { r: 50 },
      month: { r: 4990 },
    });
  });

  test("a batch beyond what is left waits, one beyond the plan is told to split", async () => {
    const calls = (count: number) => ({
      calls: Array.from({ length: count }, () => ({ tool: "calculate_pue", input: PUE })),
    });
    await call();
    await call();
    const tooMany = await problemOf(await service.post("/v1/batch", calls(4)), "too-many-requests");
    expect(tooMany.detail).toContain("this request contains 4, and 2 are left");
    // The refused request counted as one.
    expect((await service.post("/v1/batch", calls(2))).status).toBe(200);
    service.pass(60);
    const never = await problemOf(await service.post("/v1/batch", calls(6)), "too-many-requests");
    expect(never.detail).toContain("can never be served whole");
    expect((await service.post("/v1/batch", calls(4))).status).toBe(200);
  });

  test("a sweep counts one call for each started hundred points", async () => {
    const key = { "x-api-key": await service.key({ plan: "starter" }) };
    const sweep = (points: number) => ({
      input: { cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 5 },
      vary: { it_load_kw: { from: 101, to: 100 + points, step: 1 } },
      columns: ["pue_score"],
    });
    const path = `${PATH}/sweep`;
    expect(limitsOf(await service.post(path, sweep(100), key)).month?.r).toBe(4999);
    expect(limitsOf(await service.post(path, sweep(101), key)).month?.r).toBe(4997);
    expect(limitsOf(await service.post(path, {}, key))).toMatchObject({
      minute: { r: 56 },
      month: { r: 4997 },
    });
  });
});

/** First messages of both generations of clients. */
const FIRST_MESSAGES = {
  initialize: {
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  },
  initialized: { jsonrpc: "2.0", method: "notifications/initialized" },
  discover: {
    jsonrpc: "2.0",
    id: 0,
    method: "server/discover",
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  },
  discoverHeaders: { "mcp-protocol-version": "2026-07-28", "mcp-method": "server/discover" },
};

describe("over MCP", () => {
  const rpc = (args: unknown) => ({
    jsonrpc: "2.0",
    id: 7,
    method: "tools/call",
    params: { name: "calculate_pue", arguments: args },
  });

  test("a call counts; beyond the limit comes 429 with the same headers and a JSON-RPC error", async () => {
    const key = await service.key({ plan: "starter" });
    const first = await service.post("/mcp", rpc(PUE), { "x-api-key": key });
    expect(limitsOf(first)).toMatchObject({ minute: { r: 59 }, month: { r: 4999 } });
    // Invalid arguments compute nothing.
    const wrong = await service.post("/mcp", rpc({}), { "x-api-key": key });
    expect(limitsOf(wrong)).toMatchObject({ minute: { r: 58 }, month: { r: 4999 } });
    for (let made = 0; made < 5; made++) await service.post("/mcp", rpc(PUE));
    const refused = await service.post("/mcp", rpc(PUE));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(limitsOf(refused).minute).toEqual({ r: 0, t: 60 });
    expect(await refused.json()).toMatchObject({
      id: 7,
      error: { code: -32000, data: { limit: "minute", plan: "free" } },
    });
    expect((await service.post("/mcp", rpc(PUE), { "x-api-key": "x" })).status).toBe(401);
  });

  test("a key as a bearer token is a key; a wrong one gets 401, from the first message on", async () => {
    const key = await service.key({ plan: "starter" });
    const bearer = { authorization: `Bearer ${key}` };
    const called = await service.post("/mcp", rpc(PUE), bearer);
    expect(await called.json()).toMatchObject({ result: { structuredContent: { tier: "starter" } } });
    expect(await (await call({ authorization: `bearer ${key}` })).json()).toMatchObject({ tier: "starter" });
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const { initialize, discover, discoverHeaders, initialized } = FIRST_MESSAGES;
    expect((await service.post("/mcp", list, bearer)).status).toBe(200);
    for (const wrong of ["Bearer", "Bearer x", `Bearer ${newToken(newId())}`])
      for (const answer of [
        await service.post("/mcp", initialize, { authorization: wrong }),
        await service.post("/mcp", discover, { ...discoverHeaders, authorization: wrong }),
        await service.post("/mcp", initialized, { authorization: wrong }),
        await service.post("/mcp", rpc(PUE), { authorization: wrong }),
        await service.post("/mcp", list, { authorization: wrong }),
        await call({ authorization: wrong }),
      ]) {
        expect(answer.status).toBe(401);
        expect(answer.headers.get("www-authenticate")).toContain(
          'Bearer realm="plumbline", error="invalid_token"',
        );
        service.pass(61);
      }
    // Basic credentials belong to a proxy and are ignored.
    expect((await call({ authorization: "Basic dTpw" })).status).toBe(200);
  });

  test("reading costs nothing of the plan, however often", async () => {
    const key = await service.key({ plan: "starter" });
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    for (let made = 0; made < 100; made++) await service.post("/mcp", list, { "x-api-key": key });
    const called = await service.post("/mcp", rpc(PUE), { "x-api-key": key });
    expect(limitsOf(called)).toMatchObject({ minute: { r: 59 }, month: { r: 4999 } });
  });

  test("a real client with a key reports its plan", async () => {
    const key = await service.key({ plan: "pro" });
    const client = new Client({ name: "test", version: "1" });
    const requestInit = { headers: { "x-api-key": key } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.base}/mcp`), { requestInit }));
    const { structuredContent } = await client.callTool({ name: "calculate_pue", arguments: PUE });
    expect(structuredContent).toMatchObject({ tier: "pro" });
    await client.close();
  });
});

describe("keys", () => {
  test("are read from their checksum on; what is mistyped never reaches the store", () => {
    const token = newToken(newId());
    expect(token).toMatch(/^plb_[0-9A-Za-z]{61}$/);
    expect(readToken(token)).toEqual({
      id: token.slice(4, 16),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === "A" ? "B" : "A";
      expect(readToken(token.slice(0, at) + other + token.slice(at + 1)), `character ${at}`).toBeUndefined();
    }
    for (const text of ["", token.slice(1), `${token}A`, token.toLowerCase(), ` ${token}`])
      expect(readToken(text)).toBeUndefined();
    expect(new Set(Array.from({ length: 1000 }, () => newToken(newId()))).size).toBe(1000);
  });

  test("give the plan, and bad ones never a silent free plan", async () => {
    const token = await service.key({ plan: "pro" });
    expect(await tierOf(await call({ "x-api-key": token }))).toBe("pro");
    const short = await service.key({ expires: "2026-11-15T12:00:10Z" });
    expect(await tierOf(await call({ "x-api-key": short }))).toBe("starter");
    service.pass(10);
    const cases = [
      ["", "is not a key"],
      ["free", "is not a key"],
      [token.slice(0, -1), "is not a key"],
      [newToken(newId()), "No key like this"],
      [newToken(token.slice(4, 16)), "No key like this"],
      [short, "has expired"],
    ] as const;
    for (const [key, words] of cases) {
      const response = await call({ "x-api-key": key });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toContain("X-API-Key");
      expect((await problemOf(response, "invalid-key")).detail).toContain(words);
    }
    await service.keyService.revoke(token.slice(4, 16));
    expect((await problemOf(await call({ "x-api-key": token }))).detail).toContain("has been revoked");
    // The network's keyless quota is unused.
    expect(limitsOf(await call()).minute?.r).toBe(4);
  });

  test("rotation: both secrets work for the overlap, under one limit; then the old one has expired", async () => {
    const old = await service.key({ plan: "starter" });
    const { token, key } = await service.keyService.rotate(old.slice(4, 16), 3600);
    expect(token.slice(0, 16)).toBe(old.slice(0, 16));
    expect(key.overlap_until).toBe("2026-11-15T13:00:00.000Z");
    expect(limitsOf(await call({ "x-api-key": old })).minute?.r).toBe(59);
    expect(limitsOf(await call({ "x-api-key": token })).minute?.r).toBe(58);
    service.pass(3600);
    expect((await problemOf(await call({ "x-api-key": old }))).detail).toContain("has expired");
    expect((await call({ "x-api-key": token })).status).toBe(200);
  });

  test("limits of a key's own, where its plan leaves them open", async () => {
    const own = await service.key({ plan: "enterprise", requests: 2, calls_per_month: 3 });
    const policy = limitsOf(await call({ "x-api-key": own }), "ratelimit-policy");
    expect(policy).toMatchObject({ minute: { q: 2 }, month: { q: 3 } });
    expect((await call({ "x-api-key": own })).status).toBe(200);
    expect((await call({ "x-api-key": own })).status).toBe(429);
    await expect(service.key({ plan: "pro", requests: 9 })).rejects.toThrow("same limits for every key");
    await expect(service.key({ plan: "gold" })).rejects.toThrow("Plans: free, starter, pro, enterprise");
    await expect(service.key({ expires: "2026-11-15T11:59:59Z" })).rejects.toThrow("in the future");
    await expect(service.key({ expires: "soon" })).rejects.toThrow("must be a date");
    await expect(service.key({ name: "a\nb" })).rejects.toThrow("on one line");
  });
});

test("with limits off everyone is served, the plan is reported, and a bad key is still bad", async () => {
  await service.close();
  service = await startKeyed({ limited: false });
  const key = await service.key({ plan: "pro" });
  for (let made = 0; made < 20; made++) {
    const response = await call();
    expect(await tierOf(response)).toBe("free");
    expect(response.headers.get("ratelimit")).toBeNull();
  }
  expect(await tierOf(await call({ "x-api-key": key }))).toBe("pro");
  expect((await call({ "x-api-key": "x" })).status).toBe(401);
});
