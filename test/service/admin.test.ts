// Key management over HTTP: endpoints, authorisation, and use of the created keys.
import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { KeyUsage, KeyView } from "../../src/access/key-service.js";
import { openStore } from "../../src/access/open.js";
import { type Store, StoreAway } from "../../src/access/store.js";
import type { AppOptions } from "../../src/server/options.js";
import { readSettings } from "../../src/server/settings.js";
import { ownTiers } from "../helpers/own-definitions.js";
import { PUE, problemOf, type Running, startService } from "../helpers/running-service.js";

const TOKEN = "an-admin-token-of-32-characters!";
const START = Date.UTC(2026, 10, 15, 12);
const DAY = 86_400_000;
const KEYS = "/v1/admin/keys";

interface Made {
  readonly key: KeyView;
  readonly token: string;
}

let now = START;
const opened: { service: Running; store: Store }[] = [];

async function start(options: Partial<AppOptions> = {}): Promise<Running> {
  const tiers = ownTiers();
  const clock = () => now;
  const failed = (error: unknown) => {
    throw error;
  };
  const store = await openStore({ dataDir: ":memory:" }, { tiers, now: clock, failed });
  const service = await startService({ store, clock, adminToken: TOKEN, ...options });
  opened.push({ service, store });
  return service;
}

afterAll(async () => {
  for (const { service, store } of opened) {
    await service.close();
    await store.close();
  }
});

const bearer = (token = TOKEN) => ({ authorization: `Bearer ${token}` });

let service: Running;
beforeAll(async () => {
  service = await start();
});

const get = (path: string) => service.get(path, bearer());
const post = (path: string, body: unknown) => service.post(path, body, bearer());
/** A POST without body and content type. */
const bare = (path: string) => fetch(service.base + path, { method: "POST", headers: bearer() });

async function create(wish: object): Promise<Made> {
  const response = await post(KEYS, wish);
  expect(response.status).toBe(201);
  return (await response.json()) as Made;
}
const call = (key: string) => service.post("/v1/tools/calculate_pue", PUE, { "x-api-key": key });

describe("who may use it", () => {
  const PATHS: readonly [string, string][] = [
    ["GET", KEYS],
    ["POST", KEYS],
    ["GET", `${KEYS}/0123456789AB`],
    ["POST", `${KEYS}/0123456789AB/rotate`],
    ["POST", `${KEYS}/0123456789AB/revoke`],
    ["GET", `${KEYS}/0123456789AB/usage`],
    ["GET", "/v1/admin/usage"],
  ];

  test.each(PATHS)("%s %s needs the token", async (method, path) => {
    const refused = await fetch(service.base + path, { method });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="plumbline admin"');
    expect(refused.headers.get("cache-control")).toBe("no-store");
    await problemOf(refused, "invalid-key");
  });

  test.each([...PATHS, ["GET", "/dashboard"], ["GET", "/dashboard/app.js"]] as const)(
    "%s %s is not there without ADMIN_TOKEN or a store",
    async (method, path) => {
      for (const options of [{}, { adminToken: TOKEN }]) {
        const closed = await startService(options);
        try {
          const response = await fetch(closed.base + path, { method, headers: bearer() });
          expect(response.status).toBe(404);
          await problemOf(response, "not-found");
        } finally {
          await closed.close();
        }
      }
    },
  );

  test.each([
    ["another token", "Bearer another-token-of-24-characters"],
    ["the beginning of it", `Bearer ${TOKEN.slice(0, -1)}`],
    ["more than it", `Bearer ${TOKEN}x`],
    ["another case", `Bearer ${TOKEN.toUpperCase()}`],
  ])("%s is refused", async (_, authorization) => {
    const fresh = await start();
    const refused = await fresh.get(KEYS, { authorization });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
    const { detail } = await problemOf(refused, "invalid-key");
    expect(detail).not.toContain(TOKEN.slice(0, 8));
  });

  test.each([["Basic YWRtaW46eA=="], [TOKEN], ["Bearer"], ["Bearer  "]])(
    "%s is no bearer token",
    async (authorization) => {
      const refused = await service.get(KEYS, { authorization });
      expect(refused.status).toBe(401);
      expect(refused.headers.get("www-authenticate")).not.toContain("invalid_token");
    },
  );

  test("the scheme is read in any case", async () => {
    expect((await service.get(KEYS, { authorization: `bearer ${TOKEN}` })).status).toBe(200);
  });

  test("the token does not work in the query or as a key", async () => {
    expect((await service.get(`${KEYS}?token=${TOKEN}&access_token=${TOKEN}`)).status).toBe(401);
    expect((await call(TOKEN)).status).toBe(401);
  });

  test("ten wrong tokens in a minute slow their network, and never who has the right one", async () => {
    now = START;
    const fresh = await start({ trustProxy: true });
    const ask = (token: string, ip: string) => fresh.get(KEYS, { ...bearer(token), "x-forwarded-for": ip });
    for (let count = 0; count < 10; count++) {
      now += 1000;
      expect((await ask(`wrong-token-number-${count}`, "192.0.2.1")).status).toBe(401);
    }
    const slowed = await ask("wrong-token-number-10", "192.0.2.1");
    expect(slowed.status).toBe(429);
    // The first came at second 1, now it is second 10, and it expires at second 61.
    expect(slowed.headers.get("retry-after")).toBe("51");
    expect(await problemOf(slowed, "too-many-requests")).toMatchObject({
      limit: "wrong-keys",
      quota: 10,
      retry_after_s: 51,
    });
    for (const ip of ["192.0.2.1", "192.0.2.2"]) expect((await ask(TOKEN, ip)).status).toBe(200);
    now += 50_999;
    expect((await ask("wrong-token-number-11", "192.0.2.1")).status).toBe(429);
    now += 1;
    expect((await ask("wrong-token-number-12", "192.0.2.1")).status).toBe(401);
    now = START;
  });

  test("asking without a token is not guessing", async () => {
    const fresh = await start();
    for (let count = 0; count < 12; count++) expect((await fresh.get(KEYS)).status).toBe(401);
    expect((await fresh.get(KEYS, bearer())).status).toBe(200);
  });

  test("a page of another origin is not let in by CORS", async () => {
    const fresh = await start({ corsOrigins: ["*"] });
    const preflight = await fetch(fresh.base + KEYS, {
      method: "OPTIONS",
      headers: {
        origin: "https://elsewhere.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization",
      },
    });
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
    expect(preflight.headers.get("access-control-allow-headers")).toBeNull();
  });
});

describe("the setting", () => {
  const token = (ADMIN_TOKEN: string) => readSettings({ ADMIN_TOKEN }).app.adminToken;

  test("is taken as it stands, and empty is none", () => {
    expect(token("x".repeat(24))).toBe("x".repeat(24));
    expect(token("")).toBeUndefined();
  });

  test.each([
    ["x".repeat(23), /at least 24 characters, not 23/],
    ["twelve words are not a token", /no spaces/],
    [`tab\t${"x".repeat(24)}`, /no spaces/],
    [`\u00fc${"x".repeat(24)}`, /ASCII/],
  ])("%s is refused without being repeated", (value, message) => {
    expect(() => token(value)).toThrow(message);
    expect(() => token(value)).not.toThrow(value);
  });
});

describe("creating", () => {
  test("gives the key, its token once, and where it is", async () => {
    const response = await post(KEYS, { name: "  Acme, planning  ", plan: "starter" });
    expect(response.status).toBe(201);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { key, token } = (await response.json()) as Made;
    expect(response.headers.get("location")).toBe(`${KEYS}/${key.id}`);
    expect(token).toMatch(new RegExp(`^plb_${key.id}`));
    expect(key).toEqual({
      id: key.id,
      name: "Acme, planning",
      interface: "main",
      plan: "starter",
      status: "active",
      created: "2026-11-15T12:00:00.000Z",
      expires: null,
      revoked: null,
      last_used: null,
      limits: { requests: 60, per_s: 60, calls_per_month: 5000 },
      overlap_until: null,
    });
    const shown = await get(`${KEYS}/${key.id}`);
    expect(shown.headers.get("cache-control")).toBe("no-store");
    const text = await shown.text();
    expect(JSON.parse(text)).toEqual(key);
    const secret = token.slice(`plb_${key.id}`.length);
    expect(text + (await (await get(KEYS)).text())).not.toContain(secret);
  });

  test("takes an interface, an end, and limits where the plan allows them", async () => {
    const wish = { name: "x", plan: "enterprise", interface: "legacy", expires: "2027-01-31", requests: 7 };
    const { key } = await create({ ...wish, calls_per_month: 70 });
    expect(key).toMatchObject({
      interface: "legacy",
      expires: "2027-01-31T00:00:00.000Z",
      limits: { requests: 7, per_s: 3600, calls_per_month: 70 },
    });
  });

  test.each<[string, unknown, string[]]>([
    ["nothing", {}, ["/name", "/plan"]],
    ["a list", [], [""]],
    ["null", "null", [""]],
    [
      "wrong types",
      { name: 1, plan: null, expires: 3, requests: "4" },
      ["/name", "/plan", "/expires", "/requests"],
    ],
    ["unknown fields", { name: "x", plan: "pro", plann: 1, "a/b": 2 }, ["/plann", "/a~1b"]],
    ["an empty name", { name: "   ", plan: "pro" }, ["/name"]],
    ["a name of two lines", { name: "a\nb", plan: "pro" }, ["/name"]],
    ["a name too long", { name: "x".repeat(101), plan: "pro" }, ["/name"]],
    ["an unknown plan", { name: "x", plan: "gold" }, ["/plan"]],
    ["a plan of the other interface", { name: "x", plan: "developer" }, ["/plan"]],
    ["an unknown interface", { name: "x", plan: "pro", interface: "third" }, ["/interface"]],
    ["an interface that every object has", { name: "x", plan: "pro", interface: "toString" }, ["/interface"]],
    ["a day that is none", { name: "x", plan: "pro", expires: "2027-13-01" }, ["/expires"]],
    ["a day that the month has not got", { name: "x", plan: "pro", expires: "2027-02-30" }, ["/expires"]],
    ["a time on such a day", { name: "x", plan: "pro", expires: "2027-02-30T12:00:00Z" }, ["/expires"]],
    ["a day that is over", { name: "x", plan: "pro", expires: "2026-11-15" }, ["/expires"]],
    ["own limits on a fixed plan", { name: "x", plan: "pro", requests: 5 }, ["/requests"]],
    ["half a request", { name: "x", plan: "enterprise", requests: 1.5 }, ["/requests"]],
    ["no calls", { name: "x", plan: "enterprise", calls_per_month: 0 }, ["/calls_per_month"]],
  ])("refuses %s", async (_, body, pointers) => {
    const before = ((await (await get(KEYS)).json()) as { count: number }).count;
    const refused = await post(KEYS, body);
    expect(refused.status).toBe(422);
    const { errors } = await problemOf(refused, "invalid-input");
    expect(errors?.map(({ pointer }) => pointer).sort()).toEqual([...pointers].sort());
    expect(((await (await get(KEYS)).json()) as { count: number }).count).toBe(before);
  });

  test("has the rules of every body", async () => {
    await problemOf(await post(KEYS, "{"), "malformed-json");
    await problemOf(await bare(KEYS), "malformed-json");
    const form = await fetch(service.base + KEYS, {
      method: "POST",
      headers: { ...bearer(), "content-type": "text/plain" },
      body: "{}",
    });
    await problemOf(form, "unsupported-media-type");
    const large = await post(KEYS, { name: "x".repeat(70_000), plan: "pro" });
    expect(await problemOf(large, "body-too-large")).toMatchObject({ limit: 65_536 });
    const put = await fetch(service.base + KEYS, { method: "PUT", headers: bearer() });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST, HEAD"]);
  });
});

describe("a key's life", () => {
  test("it works, its use is told, and managing it counts for nobody", async () => {
    service = await start();
    const { key, token } = await create({ name: "worker", plan: "starter" });
    now += 5000;
    const answer = await call(token);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ tier: "starter" });
    expect((await call(token)).status).toBe(200);
    // Failed calls do not count for the month, and visitors' calls not for the key.
    expect((await service.post("/v1/tools/calculate_pue", {}, { "x-api-key": token })).status).toBe(422);
    expect((await service.post("/v1/tools/calculate_pue", PUE)).status).toBe(200);
    const usage = (await (await get(`${KEYS}/${key.id}/usage`)).json()) as KeyUsage;
    expect(usage).toEqual({
      id: key.id,
      name: "worker",
      month: "2026-11",
      calls: 2,
      calls_per_month: 5000,
      months: [{ month: "2026-11", calls: 2 }],
    });
    const used = { ...key, last_used: "2026-11-15T12:00:05.000Z" };
    const overview = await get("/v1/admin/usage");
    expect(overview.headers.get("cache-control")).toBe("no-store");
    expect(overview.headers.get("ratelimit")).toBeNull();
    expect(await overview.json()).toEqual({ month: "2026-11", keys: [{ ...used, calls: 2 }], visitors: 1 });
    expect(await (await get(KEYS)).json()).toEqual({ keys: [used], count: 1 });
    // More than a visitor's five per minute.
    for (let count = 0; count < 8; count++) expect((await get(KEYS)).status).toBe(200);
    now = START;
  });

  test("own limits hold", async () => {
    const { token } = await create({ name: "small", plan: "enterprise", requests: 2, calls_per_month: 9 });
    const statuses = [await call(token), await call(token), await call(token)].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  /** Starts a service on a separate store. */
  const startOn = async (mostKeys?: number) => {
    const tiers = ownTiers();
    const failed = (error: unknown) => {
      throw error;
    };
    const store = await openStore({ dataDir: ":memory:" }, { tiers, now: () => now, failed, mostKeys });
    return { store, service: await start({ store }) };
  };

  test("of two who rotate at the same moment one has the new token, the other is told", async () => {
    const { store, service: own } = await startOn();
    const made = (await (await own.post(KEYS, { name: "n", plan: "pro" }, bearer())).json()) as Made;
    // Both have read the key before either changes it.
    const read = store.read.bind(store);
    const waiting: (() => void)[] = [];
    store.read = async (id) => {
      const record = await read(id);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 2) for (const each of waiting) each();
      });
      return record;
    };
    const rotate = () => own.post(`${KEYS}/${made.key.id}/rotate`, { overlap_s: 0 }, bearer());
    const both = await Promise.all([rotate(), rotate()]);
    const [won, lost] = both.sort((a, b) => a.status - b.status) as [Response, Response];
    expect([won.status, lost.status]).toEqual([200, 409]);
    expect((await problemOf(lost, "conflict")).detail).toContain("was not rotated");
    const { token } = (await won.json()) as Made;
    expect((await own.post("/v1/tools/calculate_pue", PUE, { "x-api-key": token })).status).toBe(200);
    await store.close();
  });

  test("a store that is full refuses new keys and keeps the others", async () => {
    const { store, service: small } = await startOn(1);
    const wish = { name: "n", plan: "pro" };
    const made = await small.post(KEYS, wish, bearer());
    expect(made.status).toBe(201);
    const refused = await small.post(KEYS, wish, bearer());
    expect(refused.status).toBe(409);
    expect((await problemOf(refused, "conflict")).detail).toContain("The store is full: 100000 keys");
    const listed = (await (await small.get(KEYS, bearer())).json()) as { count: number };
    expect(listed.count).toBe(1);
    await store.close();
  });

  test("rotation leaves the old secret its overlap", async () => {
    const first = await create({ name: "rotated", plan: "pro" });
    const path = `${KEYS}/${first.key.id}/rotate`;
    const response = await post(path, { overlap_s: 60 });
    expect(response.status).toBe(200);
    const second = (await response.json()) as Made;
    expect(second.key).toEqual({ ...first.key, overlap_until: "2026-11-15T12:01:00.000Z" });
    expect(second.token).not.toBe(first.token);
    now += 59_999;
    expect([(await call(first.token)).status, (await call(second.token)).status]).toEqual([200, 200]);
    now += 1;
    expect([(await call(first.token)).status, (await call(second.token)).status]).toEqual([401, 200]);
    const third = (await (await post(path, { overlap_s: 0 })).json()) as Made;
    expect(third.key.overlap_until).toBeNull();
    expect([(await call(second.token)).status, (await call(third.token)).status]).toEqual([401, 200]);
    // Without a body the overlap is a day.
    const fourth = (await (await bare(path)).json()) as Made;
    expect(fourth.key.overlap_until).toBe(new Date(now + DAY).toISOString());
    now = START;
  });

  test("revoking is at once and for good", async () => {
    const { key, token } = await create({ name: "leaked", plan: "pro" });
    expect((await call(token)).status).toBe(200);
    now += 1000;
    const revoked = (await (await bare(`${KEYS}/${key.id}/revoke`)).json()) as KeyView;
    expect(revoked).toMatchObject({ id: key.id, status: "revoked", revoked: "2026-11-15T12:00:01.000Z" });
    const refused = await call(token);
    expect(refused.status).toBe(401);
    expect((await problemOf(refused, "invalid-key")).detail).toContain("revoked");
    now += 1000;
    expect(await (await post(`${KEYS}/${key.id}/revoke`, {})).json()).toEqual(revoked);
    const rotate = await post(`${KEYS}/${key.id}/rotate`, {});
    expect(rotate.status).toBe(422);
    expect((await problemOf(rotate, "invalid-input")).detail).toContain("revoked and cannot be rotated");
    now = START;
  });

  test("an end that has come is shown", async () => {
    const { key, token } = await create({ name: "short", plan: "pro", expires: "2026-11-15T12:00:10Z" });
    expect((await call(token)).status).toBe(200);
    now += 10_000;
    expect((await call(token)).status).toBe(401);
    expect(await (await get(`${KEYS}/${key.id}`)).json()).toMatchObject({ status: "expired" });
    now = START;
  });

  test.each([
    ["overlap_s", "60"],
    ["overlap_s", -1],
    ["overlap_s", 0.5],
    ["overlap_s", 91 * 86_400],
    ["overlap", 60],
  ])("a rotation with %s %j is refused", async (field, value) => {
    const { key } = await create({ name: "x", plan: "pro" });
    const refused = await post(`${KEYS}/${key.id}/rotate`, { [field]: value });
    expect(refused.status).toBe(422);
    const { errors } = await problemOf(refused, "invalid-input");
    expect(errors?.[0]?.pointer).toBe(`/${field}`);
    expect(await (await get(`${KEYS}/${key.id}`)).json()).toEqual(key);
  });

  test("a revocation that says something is refused", async () => {
    const { key } = await create({ name: "x", plan: "pro" });
    for (const body of [{ reason: "leak" }, "null", []]) {
      expect((await post(`${KEYS}/${key.id}/revoke`, body)).status).toBe(422);
    }
    expect(await (await get(`${KEYS}/${key.id}`)).json()).toMatchObject({ status: "active" });
  });

  test.each(["0123456789AB", "x", "..%2f..", "%27%20OR%201=1", "a".repeat(300)])("no key %s", async (id) => {
    const answers = [
      await get(`${KEYS}/${id}`),
      await get(`${KEYS}/${id}/usage`),
      await post(`${KEYS}/${id}/rotate`, {}),
      await post(`${KEYS}/${id}/revoke`, {}),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      await problemOf(answer, "not-found");
    }
  });
});

test("a store that is away is told as such", async () => {
  const away = () => Promise.reject(new StoreAway("gone"));
  const store = { list: away, usageOf: away, read: away } as unknown as Store;
  const fresh = await startService({ store, adminToken: TOKEN });
  try {
    for (const path of [KEYS, "/v1/admin/usage", `${KEYS}/0123456789AB`]) {
      const response = await fresh.get(path, bearer());
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
      await problemOf(response, "unavailable");
    }
  } finally {
    await fresh.close();
  }
});

test("no token reaches the log", async () => {
  let log = "";
  const stream = new Writable({
    write: (chunk, _, done) => {
      log += String(chunk);
      done();
    },
  });
  service = await start({ logger: { level: "trace", stream } });
  const { key, token } = await create({ name: "quiet", plan: "pro" });
  const rotated = (await (await post(`${KEYS}/${key.id}/rotate`, {})).json()) as Made;
  await call(rotated.token);
  await service.get(KEYS, bearer("a-wrong-token-that-is-long-enough"));
  await post(KEYS, { name: "x" });
  await get(`${KEYS}?token=${TOKEN}`);
  await service.app.close();
  expect(log).toContain(`${KEYS}/${key.id}/rotate`);
  for (const secret of [TOKEN, "a-wrong-token", token.slice(16), rotated.token.slice(16)])
    expect(log).not.toContain(secret);
});
