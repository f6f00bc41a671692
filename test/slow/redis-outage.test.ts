// Redis outages under load, and servers that share it: no caller waits, and no count is lost.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { KeyService } from "../../src/access/key-service.js";
import { RedisStore } from "../../src/access/redis.js";
import type { WhenAway } from "../../src/access/redis-address.js";
import { type Ask, StoreAway } from "../../src/access/store.js";
import { newId, newToken, readToken } from "../../src/access/token.js";
import { ownTiers } from "../helpers/own-definitions.js";
import { runCli } from "../helpers/processes.js";
import { HAS_REDIS, RedisServer } from "../helpers/redis-server.js";
import { PUE, problemOf, type Running, startService } from "../helpers/running-service.js";
import { load, Server, until } from "../helpers/store-servers.js";

const CALL = "/v1/tools/calculate_pue";
/** Long, because a busy machine must not look like an outage; only the test of a hung Redis uses less. */
const PATIENT = 20_000;

describe.skipIf(!HAS_REDIS)("Redis goes away and comes back", () => {
  let server: RedisServer;
  let store: RedisStore;
  let service: Running;
  let keyService: KeyService;
  let news: string[];
  beforeAll(async () => {
    server = await RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
  });
  afterEach(async () => {
    await service.close();
    await store.close();
  });
  afterAll(() => server?.close());

  const begin = async (whenAway: WhenAway, patience = PATIENT) => {
    news = [];
    store = new RedisStore(server.settings(`${newId()}:`, whenAway), {
      tiers: ownTiers(),
      failed: (error) => news.push(String(error)),
      told: (message) => news.push(message),
      patience,
    });
    expect(await store.start()).toBeUndefined();
    keyService = new KeyService(store, ownTiers(), Date.now);
    service = await startService({ store });
  };
  const newKey = async () => {
    const { key, token } = await keyService.create({ name: "load", plan: "enterprise", requests: 60_000 });
    return { id: key.id, token, call: () => service.post(CALL, PUE, { "x-api-key": token }) };
  };
  const back = () => until("Redis is back", () => store.health().ok);

  test("open: everyone is served throughout, and what was counted meanwhile is added", async () => {
    await begin("open");
    const { id, call } = await newKey();
    const running = load(8, async () => (await call()).status);
    await running.answers(40);
    await server.kill();
    await running.answers(120);
    expect(store.health().ok).toBe(false);
    await server.start();
    await back();
    await running.answers(40);
    const statuses = await running.stop();
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Calls in flight at the outage may or may not count, but not twice.
    const used = await until("the calls", async () => {
      const calls = (await store.usage(id))[0]?.calls ?? 0;
      return calls >= statuses.length - 8 ? calls : undefined;
    });
    expect(used).toBeLessThanOrEqual(statuses.length);
    expect(news).toEqual([
      expect.stringMatching(/is away: .* counted by this process alone/),
      expect.stringMatching(/is back/),
    ]);
  });

  test("open: a key that another process has withdrawn does not come back with the outage", async () => {
    await begin("open");
    const seen = await newKey();
    expect((await seen.call()).headers.get("ratelimit-policy")).toContain("q=60000");
    const other = new RedisStore(store.settings, { tiers: ownTiers(), failed: () => {}, patience: PATIENT });
    expect(await other.start()).toBeUndefined();
    await new KeyService(other, ownTiers(), Date.now).revoke(seen.id);
    await other.close();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await server.kill();
    await until("Redis is away", () => !store.health().ok);
    expect((await seen.call()).headers.get("ratelimit-policy")).toContain("q=5;");
    await server.start();
    await back();
    expect((await seen.call()).status).toBe(401);
  });

  test("open: keys that were seen keep their plan and its limits, others are visitors", async () => {
    await begin("open");
    const seen = await newKey();
    const { token: unseen } = await keyService.create({ name: "n", plan: "pro" });
    const starter = readToken((await keyService.create({ name: "n", plan: "starter" })).token);
    const ask: Ask = { interface: "main", key: starter, visitor: "v", calls: 50 };
    expect((await seen.call()).status).toBe(200);
    expect(await store.take({ ...ask, calls: 1 })).toMatchObject({ counted: { callsLeft: 4999 } });
    await server.kill();
    await until("Redis is away", () => !store.health().ok);

    const policy = async (token: string) => {
      const response = await service.post(CALL, PUE, { "x-api-key": token });
      return [response.status, response.headers.get("ratelimit-policy")?.split(",")[0]];
    };
    expect(await policy(seen.token)).toEqual([200, '"minute";q=60000;w=60']);
    for (let call = 0; call < 5; call++) expect(await policy(unseen)).toEqual([200, '"minute";q=5;w=60']);
    // A second unknown key from the same network counts with the network.
    expect(await policy(newToken(newId()))).toEqual([429, '"minute";q=5;w=60']);
    expect((await service.post(CALL, PUE)).status).toBe(429);

    // Limits apply, and the month continues from the last reported count.
    expect(await store.take(ask)).toMatchObject({ counted: { tier: "starter", callsLeft: 4949 } });
    expect(await store.take(ask)).toMatchObject({ counted: { refused: "requests" } });
    expect(await store.take({ ...ask, interface: "legacy" })).toEqual({ fault: "foreign" });
    // The older interface has no plan for callers without a key.
    const legacy: Ask = { ...ask, interface: "legacy", key: readToken(newToken(newId())) };
    await expect(store.take(legacy)).rejects.toThrow(StoreAway);
    await expect(keyService.list()).rejects.toThrow(StoreAway);
    store.giveBack(ask, 20, Date.now());

    await server.start();
    await back();
    const months = await until("what was counted", async () => {
      const usage = await store.usage(starter?.id ?? "");
      return usage[0]?.calls === 31 ? usage : undefined;
    });
    expect(months).toHaveLength(1);
    expect((await store.usageOf(months[0]?.month ?? "")).visitors).toBe(5);
  });

  test("closed: nobody is served meanwhile, and everyone after", async () => {
    await begin("closed");
    const { id, call } = await newKey();
    const running = load(4, async () => (await call()).status);
    await running.answers(20);
    await server.kill();
    await running.answers(40);
    const refused = await call();
    expect(refused.headers.get("retry-after")).toBe("2");
    await problemOf(refused, "unavailable");
    expect(refused.status).toBe(503);
    await server.start();
    await back();
    await running.answers(20);
    const statuses = await running.stop();
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.at(-1)).toBe(200);
    const served = statuses.filter((status) => status === 200).length;
    const [month] = await store.usage(id);
    // Redis may have counted at most one unanswered call per worker.
    expect(month?.calls).toBeGreaterThanOrEqual(served);
    expect(month?.calls).toBeLessThanOrEqual(served + 4);
    expect(news).toHaveLength(2);
  });

  test("a Redis that hangs makes nobody wait", async () => {
    await begin("open", 300);
    const { call } = await newKey();
    expect((await call()).status).toBe(200);
    server.pause();
    try {
      const start = performance.now();
      const all = await Promise.all(Array.from({ length: 20 }, call));
      expect(all.map(({ status }) => status)).toEqual(new Array(20).fill(200));
      expect(performance.now() - start).toBeLessThan(10_000);
      expect(store.health().ok).toBe(false);
    } finally {
      server.resume();
    }
    await back();
    expect((await call()).status).toBe(200);
  });
});

describe.skipIf(!HAS_REDIS)("servers and the command line on one Redis", () => {
  let redis: RedisServer;
  let env: Record<string, string>;
  const servers: Server[] = [];
  beforeAll(async () => {
    redis = await RedisServer.start("--appendonly", "yes");
    env = { REDIS_URL: redis.url, REDIS_PREFIX: "shared:" };
    servers.push(...(await Promise.all([Server.start(env), Server.start(env)])));
  });
  afterAll(async () => {
    for (const server of servers) await server.kill();
    await redis?.close();
  });

  test("share one limit, and the keys that the command line issues", async () => {
    const keys = (...args: string[]) => {
      const { status, stdout, stderr } = runCli(["keys", ...args, "--json"], undefined, env);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      return JSON.parse(stdout);
    };
    const { key, token } = keys("create", "--name", "both", "--plan", "starter");
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        const response = await servers[at % 2]?.post(CALL, PUE, { "x-api-key": token });
        return response?.status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    expect(keys("usage", key.id)).toMatchObject({ calls: 60, calls_per_month: 5000 });
    keys("revoke", key.id);
    for (const server of servers)
      expect((await server.post(CALL, PUE, { "x-api-key": token })).status).toBe(401);
  });

  test("the command line ends with a sentence where Redis does not answer", () => {
    // Nothing listens on this privileged port.
    const nowhere = { REDIS_URL: "redis://user:hush@127.0.0.1:1" };
    const { status, stdout, stderr } = runCli(["keys", "list"], undefined, nowhere);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toBe(
      "Redis at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1. Check REDIS_URL.\n",
    );
    const wrong = runCli(["keys", "list"], undefined, { REDIS_URL: "http://user:hush@host" });
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain("REDIS_URL must start with redis:// or rediss://");
    expect(wrong.stderr).not.toContain("hush");
  });
});
