// The jobs on Redis with a connection that breaks at each of its messages in turn, before Redis has it or before its answer is
// back: what ioredis sends again must not be done twice.
import { createServer, connect as dial, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BullQueue } from "../../src/server/jobs/bull-queue.js";
import { lifeOfJobs } from "../helpers/job-life.js";
import { HAS_REDIS, RedisServer } from "../helpers/redis-server.js";

type Breaks = "before Redis has it" | "before its answer is back";
const LIVES_AT_ONCE = 12;
const DAY_MS = 86_400_000;

/** Stands between a client and Redis, and breaks one connection at a message. */
async function lineTo(redis: RedisServer, at: number, breaks: Breaks) {
  let messages = 0;
  const open = new Set<Socket>();
  const server: Server = createServer((client) => {
    const inner = dial(redis.port, "127.0.0.1");
    let loses = false;
    for (const socket of [client, inner]) {
      open.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => {
        open.delete(socket);
        client.destroy();
        inner.destroy();
      });
    }
    client.on("data", (chunk: Buffer) => {
      if (messages++ === at) {
        if (breaks === "before Redis has it") return client.destroy();
        loses = true;
      }
      inner.write(chunk);
    });
    inner.on("data", (chunk: Buffer) => {
      if (loses) client.destroy();
      else client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    messages: () => messages,
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

describe.skipIf(!HAS_REDIS)("Redis", () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis?.close());

  async function life(at: number, breaks: Breaks): Promise<number> {
    const line = await lineTo(redis, at, breaks);
    const settings = {
      ...redis.settings(`${breaks.length}-${at}:`),
      nodes: [{ host: "127.0.0.1", port: line.port }],
    };
    try {
      await lifeOfJobs((failed) => new BullQueue(settings, failed), { expires: Date.now() + DAY_MS });
    } catch (error) {
      throw new Error(`message ${at} breaks ${breaks}`, { cause: error });
    } finally {
      line.close();
    }
    return line.messages();
  }

  test.each<Breaks>(["before Redis has it", "before its answer is back"])(
    "each message breaks once %s: nothing is lost, done twice or charged wrongly",
    async (breaks) => {
      const messages = await life(-1, breaks);
      expect(messages).toBeGreaterThan(30);
      const turns = Array.from({ length: messages }, (_, at) => at);
      await Promise.all(
        Array.from({ length: LIVES_AT_ONCE }, async () => {
          for (let at = turns.shift(); at !== undefined; at = turns.shift()) await life(at, breaks);
        }),
      );
    },
  );
});
