// Settings of the store of keys and counts.

import type { StoreSettings } from "../access/open.js";
import { type RedisSettings, readAddress, type WhenAway } from "../access/redis-address.js";
import { type Environment, text, word } from "./environment.js";
import { Usage } from "./usage.js";

/** Characters of the shortest secret. */
const SHORTEST_SECRET = 24;

export function readStoreSettings(env: Environment): StoreSettings {
  const redis = redisSettings(env);
  return { dataDir: text(env, "DATA_DIR") ?? "data", ...(redis === undefined ? {} : { redis }) };
}

function redisSettings(env: Environment): RedisSettings | undefined {
  const whenAway = word(env, "REDIS_FAILURE", ["open", "closed"]) as WhenAway;
  const cluster = word(env, "REDIS_CLUSTER", ["false", "true"]) === "true";
  const prefix = text(env, "REDIS_PREFIX") ?? "plumbline:";
  // Braces select a cluster node and are reserved for names of callers.
  if (!/^[\w.:/-]{1,64}$/.test(prefix))
    throw new Usage("REDIS_PREFIX must be 1 to 64 letters, digits and _ . : / -, such as plumbline:.");
  const visitorSecret = text(env, "VISITOR_SECRET");
  if (visitorSecret !== undefined && visitorSecret.length < SHORTEST_SECRET)
    throw new Usage(
      `VISITOR_SECRET must have at least ${SHORTEST_SECRET} characters; openssl rand -hex 32 makes a good one.`,
    );
  const url = text(env, "REDIS_URL");
  if (url === undefined) return undefined;
  const address = readAddress(url, cluster);
  // Not repeated, because the address contains a password.
  if (typeof address === "string")
    throw new Usage(
      `REDIS_URL ${address}. It is written as redis://user:password@host:6379/0, with rediss:// for TLS, or as several such addresses with commas between for a cluster.`,
    );
  return { ...address, prefix, whenAway, visitorSecret };
}
