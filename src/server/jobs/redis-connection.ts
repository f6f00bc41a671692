// Connections to the Redis of jobs: one whose requests fail soon while Redis is away, for those who wait, and one that waits for
// it, for work that has time.
import { Cluster, Redis, type RedisOptions } from "ioredis";
import type { RedisSettings } from "../../access/redis-address.js";
import { loginOf } from "../../access/redis-client.js";

/** Milliseconds in which Redis must have answered somebody who waits. */
const PATIENCE_MS = 2000;

interface Own {
  readonly maxRetriesPerRequest: number | null;
  readonly commandTimeout?: number;
}
type Failed = (error: unknown) => void;

export function impatient(settings: RedisSettings, failed: Failed): Redis | Cluster {
  return connect(settings, failed, { maxRetriesPerRequest: 1, commandTimeout: PATIENCE_MS });
}

/** As BullMQ wants that of its workers. */
export function patient(settings: RedisSettings, failed: Failed): Redis | Cluster {
  return connect(settings, failed, { maxRetriesPerRequest: null });
}

function connect(settings: RedisSettings, failed: Failed, own: Own): Redis | Cluster {
  const { nodes, cluster, db } = settings;
  const common = { ...loginOf(settings), ...own, connectionName: "plumbline-jobs" } satisfies RedisOptions;
  const [first] = nodes;
  const client = cluster
    ? new Cluster([...nodes], { redisOptions: common })
    : new Redis({ ...common, host: first?.host ?? "127.0.0.1", port: first?.port ?? 6379, db });
  client.on("error", failed);
  return client;
}
