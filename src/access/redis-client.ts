// Redis connections that fail at once instead of queueing, and commands with a deadline.
import { once } from "node:events";
import { Cluster, type ClusterOptions, Redis } from "ioredis";
import { within } from "./deadline.js";
import type { RedisSettings } from "./redis-address.js";
import type { Script } from "./redis-scripts.js";

export type Client = Redis | Cluster;
export type Reply = readonly (string | number)[];

/** Milliseconds between attempts to connect. */
const RETRY_MS = 250;
const CONNECT_MS = 2000;

/** Connects and reconnects. Commands are not queued while disconnected. */
export function connect({ nodes, cluster, tls, username, password, db }: RedisSettings): Client {
  const redisOptions = {
    // Works with every version that supports the scripts' commands.
    protocol: 2 as const,
    ...(tls ? { tls: {} } : {}),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    connectTimeout: CONNECT_MS,
    // A missing reply to QUIT must not keep the process alive.
    disconnectTimeout: 100,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectionName: "plumbline",
  };
  const ofCluster: Omit<ClusterOptions, "redisOptions"> = {
    enableOfflineQueue: false,
    clusterRetryStrategy: () => RETRY_MS,
    slotsRefreshTimeout: CONNECT_MS,
    retryDelayOnFailover: RETRY_MS,
    // Keeps the host name, which the certificate is issued for.
    ...(tls ? { dnsLookup: (host, done) => done(null, host) } : {}),
  };
  const client = cluster
    ? new Cluster([...nodes], { redisOptions, ...ofCluster })
    : new Redis({
        ...{ ...redisOptions, ...(nodes[0] ?? {}), db },
        ...{ enableOfflineQueue: false, retryStrategy: () => RETRY_MS },
      });
  // Failed commands report the reason; without a listener the event would end the process.
  client.on("error", () => undefined);
  return client;
}

/** Runs a script by its hash, or by its text if Redis has not cached it. */
export async function run(
  client: Client,
  { lua, sha }: Script,
  keys: readonly string[],
  args: readonly (string | number)[],
): Promise<unknown> {
  try {
    return await client.evalsha(sha, keys.length, ...keys, ...args);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
    return await client.eval(lua, keys.length, ...keys, ...args);
  }
}

/** Resolves when the client is connected. Rejects if an attempt fails or takes too long. */
export async function ready(client: Client, milliseconds: number): Promise<void> {
  if (client.status === "ready") return;
  const waiting = new AbortController();
  try {
    await within(milliseconds, once(client, "ready", { signal: waiting.signal }));
  } finally {
    waiting.abort();
  }
}

/** Runs work in batches of `count`, in order. */
export async function abreast<T, R>(
  all: readonly T[],
  count: number,
  work: (each: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += count)
    done.push(...(await Promise.all(all.slice(at, at + count).map(work))));
  return done;
}

/** Returns whether a failed command was never sent. */
export function notSent(error: unknown): boolean {
  return error instanceof Error && error.message.includes("enableOfflineQueue");
}

/** Returns a short reason. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const last = "lastNodeError" in error ? error.lastNodeError : undefined;
  if (last instanceof Error) return reasonOf(last);
  if (notSent(error) || error.name === "MaxRetriesPerRequestError") return "the connection was closed";
  return error.message.replace(/\.$/, "");
}
