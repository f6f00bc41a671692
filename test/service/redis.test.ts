// The Redis store: the contract of all stores on a server and a cluster, and behaviour between machines.
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Counts } from "../../src/access/counts.js";
import { KeyService } from "../../src/access/key-service.js";
import { monthAt } from "../../src/access/months.js";
import { visitorNames } from "../../src/access/network.js";
import { openStore } from "../../src/access/open.js";
import { RedisStore } from "../../src/access/redis.js";
import { type Reply, run } from "../../src/access/redis-client.js";
import { Fallback } from "../../src/access/redis-fallback.js";
import { RedisNames } from "../../src/access/redis-names.js";
import { RedisUsage } from "../../src/access/redis-usage.js";
import type { Ask } from "../../src/access/store.js";
import { newId, readToken } from "../../src/access/token.js";
import { readStoreSettings } from "../../src/settings/store-settings.js";
import { ownTiers } from "../helpers/own-definitions.js";
import { HAS_REDIS, RedisServer } from "../helpers/redis-server.js";
import { storeContract } from "../helpers/store-contract.js";
import { until } from "../helpers/store-servers.js";

/** Long, because a busy machine must not look like an outage. */
const PATIENT = 20_000;
const T0 = Date.UTC(2026, 10, 20, 12);
const unexpected = (error: unknown) => {
  throw error;
};

test("Redis is installed, or its tests are left out", () => {
  if (!HAS_REDIS)
    console.warn("redis-server is not installed: the tests of keys and limits in Redis are SKIPPED.");
  expect(HAS_REDIS || process.env.REQUIRE_REDIS !== "1").toBe(true);
});

describe.skipIf(!HAS_REDIS)("on one server", () => {
  let server: RedisServer;
  let raw: Redis;
  const opened: RedisStore[] = [];
  beforeAll(async () => {
    server = await RedisServer.start("--appendonly", "yes", "--appendfsync", "no");
    raw = new Redis(server.url);
  });
  afterAll(async () => {
    for (const store of opened) await store.close();
    raw?.disconnect();
    await server?.close();
  });
  const open = async (prefix: string, options: Partial<ConstructorParameters<typeof RedisStore>[1]> = {}) => {
    const store = new RedisStore(server.settings(prefix), {
      tiers: ownTiers(),
      failed: () => {},
      patience: PATIENT,
      ...options,
    });
    opened.push(store);
    expect(await store.start()).toBeUndefined();
    return store;
  };

  describe("the contract", () => {
    storeContract((now) => open("contract:", { now }));
  });

  test("two stores see one limit, one salt and one set of keys", async () => {
    const one = await open("two:");
    const two = await open("two:");
    expect(one.visitor("203.0.113.9")).toBe(two.visitor("203.0.113.9"));
    const { key, token } = await new KeyService(one, ownTiers(), Date.now).create({
      name: "n",
      plan: "starter",
    });
    expect((await two.list()).map(({ id }) => id)).toEqual([key.id]);
    const ask: Ask = { interface: "main", key: readToken(token), visitor: "v", calls: 1 };
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? one : two).take({ ...ask })),
    );
    expect(all.filter((each) => "counted" in each && each.counted.refused === undefined)).toHaveLength(60);
    await two.change(key.id, { revoked: Date.now() });
    expect(await one.take(ask)).toEqual({ fault: "revoked" });
  });

  test("with a secret that Redis has not got, nothing that is in Redis tells a visitor's network", async () => {
    const secret = (visitorSecret?: string) => ({ ...server.settings("secret:"), visitorSecret });
    const names = [];
    for (const settings of [
      secret("s".repeat(24)),
      secret("s".repeat(24)),
      secret("t".repeat(24)),
      secret(),
    ]) {
      const store = new RedisStore(settings, { tiers: ownTiers(), failed: () => {}, patience: PATIENT });
      opened.push(store);
      expect(await store.start()).toBeUndefined();
      names.push(store.visitor("203.0.113.9"));
    }
    expect(names[0]).toBe(names[1]);
    // The last name uses only the salt in Redis.
    expect(names[3]).toBe(visitorNames((await raw.get("secret:salt")) ?? "")("203.0.113.9"));
    expect(new Set(names).size).toBe(3);
    expect(() => readStoreSettings({ VISITOR_SECRET: "short" })).toThrow("at least 24 characters");
  });

  test("is full at some time, and says so", async () => {
    const keyService = new KeyService(await open("full:", { mostKeys: 1 }), ownTiers(), Date.now);
    await keyService.create({ name: "n", plan: "pro" });
    await expect(keyService.create({ name: "n", plan: "pro" })).rejects.toMatchObject({ kind: "conflict" });
    expect(await keyService.list()).toHaveLength(1);
  });

  test("counts by the clock of Redis, which all servers share", async () => {
    const store = await open("clock:");
    const seconds = async () => Number((await raw.time())[0]);
    const before = await seconds();
    const taken = await store.take({ interface: "main", key: undefined, visitor: "v", calls: 1 });
    const after = await seconds();
    const now = "counted" in taken ? taken.counted.now / 1000 : Number.NaN;
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThan(after + 1);
  });

  test("windows and counts of visitors go by themselves, keys and their usage never do", async () => {
    const store = await open("ttl:", { now: () => T0 });
    const { key, token } = await new KeyService(store, ownTiers(), () => T0).create({
      name: "n",
      plan: "pro",
    });
    await store.take({ interface: "main", key: readToken(token), visitor: "v", calls: 2 });
    await store.take({ interface: "main", key: undefined, visitor: "v", calls: 2 });
    const days = async (name: string) => Math.ceil((await raw.ttl(`ttl:${name}`)) / 86_400);
    expect(await raw.ttl(`ttl:{${key.id}}:key`)).toBe(-1);
    expect(await raw.ttl(`ttl:{${key.id}}:use`)).toBe(-1);
    expect(await days("{ip:v}:use")).toBe(40);
    const window = await raw.pttl("ttl:{ip:v}:win");
    expect(window).toBeGreaterThan(0);
    expect(window).toBeLessThanOrEqual(60_000);
  });

  test("the list of a window never outgrows the quota, however many are refused", async () => {
    let now = T0;
    const store = await open("bound:", { now: () => now++ });
    for (let call = 0; call < 40; call++)
      await store.take({ interface: "main", key: undefined, visitor: "v", calls: 1 });
    // Five entries and their sum.
    expect(await raw.llen("bound:{ip:v}:win")).toBe(6);
  });

  describe("months", () => {
    const opened = async (prefix: string) => {
      const clock = { now: Date.UTC(2024, 0, 15) };
      const store = await open(prefix, { now: () => clock.now });
      const keyService = new KeyService(store, ownTiers(), () => clock.now);
      const { key, token } = await keyService.create({ name: "n", plan: "pro" });
      const call = async (at: number, calls = 1) => {
        clock.now = at;
        const ask = { interface: "main", visitor: "v", calls } as const;
        await store.take({ ...ask, key: readToken(token) });
        const taken = await store.take({ ...ask, key: undefined });
        return "counted" in taken ? taken.counted.callsLeft : undefined;
      };
      return { store, id: key.id, call };
    };

    test("of a key are kept for two years, those of a visitor for this one and the last", async () => {
      const { store, id, call } = await opened("old:");
      for (let month = 0; month < 30; month++) await call(Date.UTC(2024, month, 15));
      const months = (await store.usage(id)).map(({ month }) => month);
      expect([months.length, months[0], months.at(-1)]).toEqual([24, "2026-06", "2024-07"]);
      expect(await raw.hlen(`old:{${id}}:use`)).toBe(25);
      expect((await raw.hkeys("old:{ip:v}:use")).sort()).toEqual(["2026-05", "2026-06"]);
    });

    test("stay where the clock stands in another century, or crosses a month and comes back", async () => {
      for (const elsewhere of [Date.UTC(2060, 0, 15), Date.UTC(2026, 11, 1)]) {
        const { store, id, call } = await opened(`from:${elsewhere}:`);
        const left = (await call(Date.UTC(2026, 10, 30), 3)) ?? 0;
        await call(elsewhere);
        expect(await call(Date.UTC(2026, 10, 30, 1))).toBe(left - 1);
        expect(await store.usage(id)).toContainEqual({ month: "2026-11", calls: 4 });
      }
    });

    test("that a process with a wrong clock counted in an outage are those of Redis", async () => {
      for (const wrong of ["2060-01", "1970-01"]) {
        const usage = new RedisUsage(
          { well: true, run: async (...given) => (await run(raw, ...given)) as Reply },
          new RedisNames(`wrong:${wrong}:`),
          new Counts(() => 0),
          undefined,
        );
        const add = (month: string, calls: number) =>
          usage.add({ subject: "ip:v", month, calls, lastUsed: undefined });
        const month = monthAt(Date.now()).name;
        add(month, 2);
        await usage.delivered();
        add(wrong, 3);
        await usage.close();
        expect(await raw.hgetall(`wrong:${wrong}:{ip:v}:use`)).toEqual({ [month]: "5" });
      }
    });
  });

  test("a crash between the index and the record leaves nothing that opens or is listed", async () => {
    const store = await open("crash:");
    const id = newId();
    await raw.sadd("crash:keys", id);
    expect(await store.list()).toEqual([]);
    const key = { id, hash: "0".repeat(64) };
    expect(await store.take({ interface: "main", key, visitor: "v", calls: 1 })).toEqual({
      fault: "unknown",
    });
    // Counting for a deleted key does not recreate its record.
    expect(await raw.exists(`crash:{${id}}:key`)).toBe(0);
  });

  test("secrets are kept as hashes only", async () => {
    const store = await open("hash:");
    const { token } = await new KeyService(store, ownTiers(), Date.now).create({ name: "n", plan: "pro" });
    const names = await raw.keys("hash:*");
    const records = await Promise.all(
      names.filter((name) => name.endsWith(":key")).map((n) => raw.hgetall(n)),
    );
    expect(records).toHaveLength(1);
    expect(JSON.stringify(records)).not.toContain(token.slice(16));
    expect(JSON.stringify(records)).toContain(readToken(token)?.hash);
  });

  test("scripts that Redis has forgotten are sent again", async () => {
    const store = await open("script:");
    const ask: Ask = { interface: "main", key: undefined, visitor: "v", calls: 1 };
    await store.take(ask);
    await raw.script("FLUSH");
    expect(await store.take(ask)).toMatchObject({ counted: { requestsLeft: 3 } });
    expect(store.health().ok).toBe(true);
  });

  test("how Redis writes to its disk is looked at, and told where keys could be lost", async () => {
    const settings = ["appendonly", "appendfsync", "save"] as const;
    const told = async (...values: readonly string[]) => {
      for (const [at, name] of settings.entries()) await raw.config("SET", name, values[at] ?? "");
      const faults: string[] = [];
      await open("disk:", { failed: (error) => faults.push(String(error)) });
      return faults.join();
    };
    expect(await told("yes", "everysec", "")).toBe("");
    expect(await told("yes", "always", "")).toBe("");
    expect(await told("yes", "no", "")).toContain("appendfsync no");
    expect(await told("no", "always", "")).toContain("KEEPS NOTHING ON DISK");
    expect(await told("no", "always", "3600 1")).toContain("appendonly no");
  });
});

describe.skipIf(!HAS_REDIS)("on a cluster", () => {
  const servers: RedisServer[] = [];
  afterAll(async () => {
    for (const server of servers) await server.close();
  });
  const start = async (): Promise<RedisServer> => {
    const [one, two] = await Promise.all([1, 2].map(() => RedisServer.start("--cluster-enabled", "yes")));
    if (one === undefined || two === undefined) throw new Error("there are not two servers");
    servers.push(one, two);
    const clients = servers.map(({ url }) => new Redis(url));
    const [first, second] = clients;
    await first?.cluster("ADDSLOTSRANGE", 0, 8191);
    await second?.cluster("ADDSLOTSRANGE", 8192, 16_383);
    await second?.cluster("SET-CONFIG-EPOCH", 2);
    await first?.cluster("MEET", "127.0.0.1", two.port);
    for (const client of clients)
      await until("the cluster", async () => (await client.cluster("INFO")).includes("cluster_state:ok"));
    for (const client of clients) client.disconnect();
    return one;
  };

  storeContract(async (now) => {
    const server = await start();
    const store = new RedisStore(server.settings("plumbline:", "open", true), {
      tiers: ownTiers(),
      now,
      failed: () => {},
      patience: PATIENT,
    });
    expect(await store.start()).toBeUndefined();
    return store;
  });
});

describe("where Redis is", () => {
  const redis = (env: Record<string, string>) => readStoreSettings(env).redis;

  test("is not said: then it is not used", () => expect(redis({ REDIS_FAILURE: "closed" })).toBeUndefined());

  test("is said as an address, with what is in it read back", () => {
    expect(redis({ REDIS_URL: "rediss://ana:p%40ss%2Fw@redis.example.org:6380/2" })).toEqual({
      nodes: [{ host: "redis.example.org", port: 6380 }],
      cluster: false,
      tls: true,
      username: "ana",
      password: "p@ss/w",
      db: 2,
      prefix: "plumbline:",
      whenAway: "open",
    });
    expect(
      redis({ REDIS_URL: "redis://[::1]", REDIS_FAILURE: "closed", REDIS_PREFIX: "a/b:" }),
    ).toMatchObject({
      nodes: [{ host: "::1", port: 6379 }],
      password: undefined,
      db: 0,
      prefix: "a/b:",
      whenAway: "closed",
    });
  });

  test("is a cluster where there are several addresses, or where it is said", () => {
    expect(redis({ REDIS_URL: "redis://:p@a:1, redis://b:2" })).toMatchObject({
      nodes: [
        { host: "a", port: 1 },
        { host: "b", port: 2 },
      ],
      cluster: true,
      password: "p",
    });
    expect(redis({ REDIS_URL: "redis://a", REDIS_CLUSTER: "true" })?.cluster).toBe(true);
  });

  test.each([
    [{ REDIS_URL: "hush" }, "a part that is not an address"],
    [{ REDIS_URL: "redis://:hush@a,,redis://b" }, "a part that is not an address"],
    [{ REDIS_URL: "http://u:hush@a" }, "must start with redis:// or rediss://"],
    [{ REDIS_URL: "redis://u:hush@a/x" }, "the number of a database"],
    [{ REDIS_URL: "redis://u:hush@a/1,redis://b" }, "a cluster has none"],
    [{ REDIS_URL: "redis://u:hush@a,rediss://b" }, "mixes redis:// and rediss://"],
    [{ REDIS_URL: "redis://u:hush%@a" }, "%25"],
    [{ REDIS_URL: "redis://u:hu?sh@a" }, "REDIS_URL"],
    [{ REDIS_URL: "redis://u:hu#sh@a" }, "REDIS_URL"],
    [{ REDIS_PREFIX: "a{b}" }, "REDIS_PREFIX must be"],
    [{ REDIS_FAILURE: "maybe" }, "REDIS_FAILURE must be one of open, closed"],
  ])("%j is refused, and its password not repeated", (env, message) => {
    let said = "";
    try {
      readStoreSettings(env as Record<string, string>);
    } catch (error) {
      said = String(error);
    }
    expect(said).toContain(message);
    expect(said).not.toMatch(/hush|hu[?#]sh/);
  });
});

describe("a Redis that is not there", () => {
  test("is told once and does not keep the service from starting, unless it is needed", async () => {
    // Nothing listens on this privileged port.
    const redis = {
      nodes: [{ host: "127.0.0.1", port: 1 }],
      cluster: false,
      tls: false,
      username: undefined,
      password: undefined,
      db: 0,
      prefix: "p:",
      whenAway: "open",
    } as const;
    const faults: unknown[] = [];
    const failed = (error: unknown) => faults.push(error);
    const tiers = ownTiers();
    const store = await openStore({ dataDir: "unused", redis }, { tiers, failed });
    expect(store.health().ok).toBe(false);
    expect(faults.map(String).join()).toMatch(/Redis at 127.0.0.1:1 is away: .*ECONNREFUSED/);
    await expect(store.list()).rejects.toThrow("Redis at 127.0.0.1:1 does not answer");
    await store.close();
    const required = openStore({ dataDir: "unused", redis }, { tiers, failed: unexpected, required: true });
    await expect(required).rejects.toThrow("Check REDIS_URL");
  });
});

test("a Redis that goes and comes again and again does not grant a new minute each time", () => {
  let now = Date.parse("2026-11-15T12:00:00Z");
  const fallback = new Fallback(ownTiers(), () => now);
  const ask: Ask = { interface: "main", key: undefined, visitor: "somebody", calls: 1 };
  const calls = () => {
    const taken = fallback.take(ask);
    return "counted" in taken && taken.counted.refused === undefined;
  };
  let served = 0;
  for (let outage = 0; outage < 10; outage++) {
    fallback.begin();
    for (let call = 0; call < 3; call++) if (calls()) served++;
    now += 1000;
  }
  expect(served).toBe(5);
  // The month comes from Redis each time.
  fallback.learn("ip:somebody", "2026-11", 499);
  now += 60_000;
  fallback.begin();
  expect([calls(), calls()]).toEqual([true, false]);
});
