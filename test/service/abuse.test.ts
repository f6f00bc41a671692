// Abuse by single callers: amplified answers, wrong keys from a shared network, excessive reading.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId, newToken } from "../../src/access/token.js";
import { type Keyed, startKeyed } from "../helpers/keyed-service.js";
import { ownSet } from "../helpers/own-definitions.js";
import { PUE, problemOf } from "../helpers/running-service.js";

const PATH = "/v1/tools/calculate_pue";
let service: Keyed;
beforeEach(async () => {
  service = await startKeyed();
});
afterEach(() => service.close());

const WRONG_REVISION = { "mcp-protocol-version": "1999-01-01" };

describe("a batch of wrong calls", () => {
  /** The tool with the longest error messages. */
  const tool = () =>
    [...ownSet().tools.values()].reduce((a, b) => (b.facts.inputs.length > a.facts.inputs.length ? b : a));
  const wrong = (names: number) => ({
    tool: tool().name,
    input: Object.fromEntries(Array.from({ length: names }, (_, at) => [`name_${at}`, 0])),
  });

  test("a call tells twenty faults at most, a batch two hundred, and the answer stays small", async () => {
    const { token } = await service.keyService.create({ name: "n", plan: "enterprise" });
    const body = { calls: Array.from({ length: 600 }, () => wrong(300)) };
    const response = await service.post("/v1/batch", body, { "x-api-key": token });
    const text = await response.text();
    expect(text.length).toBeLessThan(1024 * 1024);
    const { answers, failed } = JSON.parse(text) as {
      answers: { status: number; problem: { detail: string; errors?: unknown[] } }[];
      failed: number;
    };
    expect(failed).toBe(600);
    expect(answers[0]?.problem.errors?.length).toBeLessThanOrEqual(20);
    expect(answers.reduce((sum, { problem }) => sum + (problem.errors?.length ?? 0), 0)).toBe(200);
    // Every call still reports its first fault.
    expect(answers.every(({ problem }) => problem.detail.length > 20)).toBe(true);
  });

  test("refused calls of a batch and refused points of a sweep count for the month", async () => {
    const { token, key } = await service.keyService.create({ name: "n", plan: "enterprise" });
    const body = { calls: Array.from({ length: 7 }, () => wrong(2)) };
    await service.post("/v1/batch", body, { "x-api-key": token });
    const sweep = { input: PUE, vary: { lighting_kw: [-1, -2] }, columns: ["pue_score"] };
    const { lighting_kw: _, ...input } = sweep.input;
    await service.post(`${PATH}/sweep`, { ...sweep, input }, { "x-api-key": token });
    expect((await service.keyService.usage(key.id)).calls).toBe(8);
  });

  test("an answer that grows too long ends, and the calls that are left say so", async () => {
    await service.close();
    service = await startKeyed({ limited: false, batchAnswerLimit: 20_000 });
    const calls = Array.from({ length: 40 }, () => ({ tool: "calculate_pue", input: PUE }));
    const response = await service.post("/v1/batch", { calls });
    const text = await response.text();
    expect(text.length).toBeLessThan(40_000);
    const { answers, failed } = JSON.parse(text) as { answers: { status: number }[]; failed: number };
    const served = answers.filter(({ status }) => status === 200).length;
    expect(served).toBeGreaterThan(2);
    expect(answers.slice(served).every(({ status }) => status === 413)).toBe(true);
    expect({ failed, all: answers.length }).toEqual({ failed: 40 - served, all: 40 });
  });
});

describe("wrong keys", () => {
  test("a key that fits is never slowed, however many wrong ones its network sends", async () => {
    const fresh = await service.key({});
    for (let wrong = 0; wrong < 30; wrong++) {
      const { status } = await service.post(PATH, PUE, { "x-api-key": newToken(newId()) });
      expect(status).toBe(wrong < 10 ? 401 : 429);
    }
    for (const key of ["mistyped", newToken(fresh.slice(4, 16))])
      expect((await service.post(PATH, PUE, { "x-api-key": key })).status).toBe(429);
    expect((await service.post(PATH, PUE, { "x-api-key": fresh })).status).toBe(200);
    service.pass(60);
    expect((await service.post(PATH, PUE, { "x-api-key": newToken(newId()) })).status).toBe(401);
  });
});

describe("reading", () => {
  test("every route costs: a network that reads without end is told to wait, its calls are not touched", async () => {
    await service.close();
    service = await startKeyed({ readsPerMinute: 20 });
    for (let read = 0; read < 20; read++) expect((await service.get(`/nothing/${read}`)).status).toBe(404);
    const refused = await service.get("/v1/plans");
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(await problemOf(refused, "too-many-requests")).toMatchObject({ limit: "reads", quota: 20 });
    expect((await service.get("/health")).status).toBe(200);
    expect((await service.post(PATH, PUE)).status).toBe(200);
    service.pass(60);
    expect((await service.get("/v1/plans")).status).toBe(200);
  });

  test("files of pages are outside that count, so that an office behind one address is served", async () => {
    await service.close();
    service = await startKeyed({ readsPerMinute: 20 });
    const files = new Set(
      (await (await service.get("/")).text()).match(/\/explorer\/[^"]+\.(?:js|css)(?=")/g),
    );
    expect(files.size).toBeGreaterThan(1);
    for (const file of files)
      for (let visitor = 0; visitor < 20; visitor++) expect((await service.get(file)).status).toBe(200);
    for (let read = 0; read < 20; read++) await service.get("/v1/plans");
    expect([(await service.get("/v1/plans")).status, (await service.get("/")).status]).toEqual([429, 429]);
  });

  test.each<[string, number, unknown, Record<string, string>?]>([
    ["a request", 200, { jsonrpc: "2.0", id: 1, method: "tools/list" }],
    ["a method that is not there", 200, { jsonrpc: "2.0", id: 1, method: "tools/lost" }],
    ["a notification", 202, { jsonrpc: "2.0", method: "notifications/initialized" }],
    ["a response", 202, { jsonrpc: "2.0", id: 1, result: {} }],
    ["no message", 400, { jsonrpc: "1.0", id: 1, method: "ping" }],
    ["no JSON", 400, "{"],
    ["too much", 413, { x: "y".repeat(100_000) }],
    ["another type of content", 415, "x", { "content-type": "text/plain" }],
    ["a batch", 400, [{ jsonrpc: "2.0", id: 1, method: "ping" }]],
    ["a revision that nobody knows", 400, { jsonrpc: "2.0", id: 1, method: "ping" }, WRONG_REVISION],
    ["an address that is not understood", 400, { jsonrpc: "2.0", method: "ping" }],
  ])("every POST to MCP costs: %s", async (kind, status, body, headers) => {
    await service.close();
    service = await startKeyed({ readsPerMinute: 20 });
    const path = kind.startsWith("an address") ? "/mcp?tools=none" : "/mcp";
    for (let read = 0; read < 20; read++)
      expect((await service.post(path, body, headers)).status).toBe(status);
    const refused = await service.post(path, body, headers);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: { code: -32000, data: { limit: "reads" } } });
    service.pass(61);
    expect((await service.post(path, body, headers)).status).toBe(status);
  });

  test("long documents cost more than short ones, and a key that works reads on its own account", async () => {
    await service.close();
    service = await startKeyed({ readsPerMinute: 40 });
    const key = { "x-api-key": await service.key({}) };
    let reads = 0;
    while ((await service.get("/openapi.json")).status === 200) reads++;
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(20);
    // The key is not confirmed yet, so it counts with its network.
    expect((await service.get("/v1/plans", key)).status).toBe(429);
    expect((await service.post(PATH, PUE, key)).status).toBe(200);
    expect((await service.get("/v1/plans", key)).status).toBe(200);
  });
});

describe("pages of other sites", () => {
  const foreign = {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "no-cors",
    origin: "https://evil.example",
  };

  test("do not use up a visitor's minute, whatever they send", async () => {
    await service.close();
    service = await startKeyed();
    for (let sent = 0; sent < 20; sent++) {
      const headers = { ...foreign, "content-type": sent % 2 === 0 ? "text/plain" : "application/json" };
      await problemOf(await service.post(PATH, PUE, headers), "forbidden");
    }
    for (let read = 0; read < 5; read++)
      await problemOf(await service.get("/v1/tools", foreign), "forbidden");
    const own = await service.post(PATH, PUE, { "sec-fetch-site": "same-origin" });
    expect(own.headers.get("ratelimit")).toContain('"minute";r=4');
  });

  test("may lead here by a link, and call where their origin is listed", async () => {
    // Not with fetch, which sets its own mode.
    const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    const link = (method: "GET" | "POST", url: string) => service.app.inject({ method, url, headers });
    expect((await link("GET", "/docs")).statusCode).toBe(200);
    expect((await link("POST", PATH)).statusCode).toBe(403);
    await service.close();
    service = await startKeyed({ corsOrigins: ["https://app.example.org"] });
    const listed = { "sec-fetch-site": "cross-site", origin: "https://app.example.org" };
    expect((await service.post(PATH, PUE, listed)).status).toBe(200);
  });
});

test("many networks of one IPv6 site have the limits of eight, others are not touched", async () => {
  await service.close();
  service = await startKeyed({ trustProxy: true });
  const from = async (address: string) => service.post(PATH, PUE, { "x-forwarded-for": address });
  let served = 0;
  for (let network = 0; network < 40; network++)
    for (let call = 0; call < 2; call++)
      if ((await from(`2001:db8:1:${network.toString(16)}::1`)).status === 200) served++;
  expect(served).toBe(40);
  const refused = await from("2001:db8:1:ffff::1");
  expect(await problemOf(refused, "too-many-requests")).toMatchObject({ limit: "site", quota: 40 });
  for (const other of ["2001:db8:2::1", "203.0.113.9"]) expect((await from(other)).status).toBe(200);
  const key = await service.key({});
  const headers = { "x-forwarded-for": "2001:db8:1:1::1", "x-api-key": key };
  expect((await service.post(PATH, PUE, headers)).status).toBe(200);
  service.pass(60);
  expect((await from("2001:db8:1:ffff::1")).status).toBe(200);
});
