// Redis faults: disconnected, hung, read-only, out of memory, flushed. Promises are kept during each, and the service
// recovers.
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { KeyService } from "../../src/access/key-service.js";
import { RedisStore } from "../../src/access/redis.js";
import type { WhenAway } from "../../src/access/redis-address.js";
import { StoreAway } from "../../src/access/store.js";
import { newId } from "../../src/access/token.js";
import { ownTiers } from "../helpers/own-definitions.js";
import { HAS_REDIS, RedisServer } from "../helpers/redis-server.js";
import { PUE, problemOf, type Running, startService } from "../helpers/running-service.js";
import { load, until } from "../helpers/store-servers.js";

const CALL = "/v1/tools/calculate_pue";
/** Milliseconds for an answer: enough for a busy machine, and short enough to detect hangs. */
const PATIENCE = 2000;
const WORKERS = 4;

interface Fault {
  readonly name: string;
  begin(server: RedisServer, admin: Redis): unknown;
  end(server: RedisServer, admin: Redis): unknown;
}

const FAULTS: readonly Fault[] = [
  { name: "cut", begin: (server) => server.kill(), end: (server) => server.start() },
  { name: "hung", begin: (server) => server.pause(), end: (server) => server.resume() },
  {
    name: "read-only",
    // A replica without a primary answers, but refuses writes.
    begin: (_, admin) => admin.replicaof("127.0.0.1", 1),
    end: (_, admin) => admin.replicaof("NO", "ONE"),
  },
  {
    name: "out of memory",
    begin: (_, admin) => admin.config("SET", "maxmemory", "1"),
    end: (_, admin) => admin.config("SET", "maxmemory", "0"),
  },
];

describe.skipIf(!HAS_REDIS)("Redis", () => {
  let server: RedisServer;
  let admin: Redis;
  let store: RedisStore;
  let service: Running;
  let keyService: KeyService;
  let news: string[];
  beforeAll(async () => {
    server = await RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
    admin = new Redis({ port: server.port, host: "127.0.0.1", maxRetriesPerRequest: null });
    // It is disconnected on purpose, and reconnects.
    admin.on("error", () => {});
  });
  afterEach(async () => {
    await service.close();
    await store.close();
  });
  afterAll(async () => {
    admin?.disconnect();
    await server?.close();
  });

  const start = async (whenAway: WhenAway) => {
    news = [];
    store = new RedisStore(server.settings(`${newId()}:`, whenAway), {
      tiers: ownTiers(),
      failed: (error) => news.push(String(error)),
      told: (message) => news.push(message),
      patience: PATIENCE,
    });
    expect(await store.start()).toBeUndefined();
    keyService = new KeyService(store, ownTiers(), Date.now);
    service = await startService({ store });
  };
  const newKey = async () => {
    const { key, token } = await keyService.create({ name: "n", plan: "enterprise", requests: 60_000 });
    return { id: key.id, call: () => service.post(CALL, PUE, { "x-api-key": token }) };
  };
  const away = () => until("Redis is away", () => !store.health().ok);
  const back = () => until("Redis is back", () => store.health().ok);

  describe.each(FAULTS)("$name", (fault) => {
    test("open: everyone is served, each call counts once, a withdrawn key stays so, no key is made", async () => {
      await start("open");
      const paying = await newKey();
      const withdrawn = await newKey();
      expect((await withdrawn.call()).status).toBe(200);
      await keyService.revoke(withdrawn.id);
      const running = load(WORKERS, async () => (await paying.call()).status);
      await running.answers(10);
      await fault.begin(server, admin);
      try {
        // A new caller, because Redis still counts existing ones without memory.
        expect((await service.post(CALL, PUE)).status).toBe(200);
        await away();
        await running.answers(20);
        // Treated as a caller without a key, because the key is unknown here.
        const refused = await withdrawn.call();
        expect(refused.headers.get("ratelimit-policy") ?? "").not.toContain("q=60000");
        await expect(keyService.create({ name: "n", plan: "pro" })).rejects.toThrow(StoreAway);
      } finally {
        await fault.end(server, admin);
      }
      await back();
      await running.answers(10);
      const statuses = await running.stop();
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect((await withdrawn.call()).status).toBe(401);
      // Calls in flight at the start may or may not count, but not twice.
      const calls = await until("the count", async () => {
        const used = (await store.usage(paying.id))[0]?.calls ?? 0;
        return used >= statuses.length - WORKERS ? used : undefined;
      });
      expect(calls).toBeLessThanOrEqual(statuses.length);
      expect((await keyService.create({ name: "n", plan: "pro" })).token).toMatch(/^plb_/);
      expect(news.map((line) => /is away|is back/.exec(line)?.[0])).toEqual(["is away", "is back"]);
    });

    test("closed: nobody is served meanwhile, and everyone after, without a restart", async () => {
      await start("closed");
      const { call } = await newKey();
      expect((await call()).status).toBe(200);
      await fault.begin(server, admin);
      try {
        await until("calls are refused", async () => (await service.post(CALL, PUE)).status === 503);
        await away();
        const refused = await call();
        expect(refused.headers.get("retry-after")).toBe("2");
        await problemOf(refused, "unavailable");
      } finally {
        await fault.end(server, admin);
      }
      await back();
      expect((await call()).status).toBe(200);
    });
  });

  test.each<WhenAway>(["open", "closed"])(
    "flushed, %s: keys that it has lost open nothing, visitors are served, scripts and new keys work at once",
    async (whenAway) => {
      await start(whenAway);
      const { call } = await newKey();
      expect((await call()).status).toBe(200);
      await admin.flushall();
      await admin.script("FLUSH");
      await problemOf(await call(), "invalid-key");
      expect((await service.post(CALL, PUE)).status).toBe(200);
      const again = await newKey();
      expect((await again.call()).status).toBe(200);
      expect((await store.usage(again.id))[0]?.calls).toBe(1);
      expect(news).toEqual([]);
      // A deleted key does not return during an outage.
      await server.kill();
      await away();
      const meanwhile = await call();
      if (whenAway === "closed") await problemOf(meanwhile, "unavailable");
      else expect(meanwhile.headers.get("ratelimit-policy") ?? "").not.toContain("q=60000");
      await server.start();
      await back();
      await problemOf(await call(), "invalid-key");
    },
  );
});
