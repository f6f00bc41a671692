// The environment of the service, read once and refused as a whole where a value makes no sense.

import type { StoreSettings } from "../access/open.js";
import { type RedisSettings, readAddress, type WhenAway } from "../access/redis-address.js";
import { Usage } from "../cli/usage.js";
import { GOLDEN_FOLDER } from "../folder.js";
import { SHORTEST_ADMIN_TOKEN } from "./admin-guard.js";
import type { AppOptions } from "./options.js";
import {
  DRAIN_MS,
  EXPLAIN_QUEUE,
  LARGEST_BATCH_BODY,
  LARGEST_BODY,
  LOOPBACK,
  MAX_LAG_MS,
  REQUEST_TIMEOUT_MS,
} from "./options.js";

type Environment = Readonly<Record<string, string | undefined>>;

export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly logLevel: string;
  /** Milliseconds that running requests have to finish after a signal to stop. */
  readonly shutdownMs: number;
  /** Golden cases, for the examples of the OpenAPI document. */
  readonly examples: string;
  /** Whether the limits of the plans are enforced. */
  readonly limited: boolean;
  readonly store: StoreSettings;
  readonly app: Pick<
    AppOptions,
    | "bodyLimit"
    | "batchBodyLimit"
    | "maxLag"
    | "requestTimeout"
    | "drainMs"
    | "trustProxy"
    | "corsOrigins"
    | "mcpHosts"
    | "mcpOrigins"
    | "explainQueue"
    | "publicUrl"
    | "adminToken"
  >;
}

const LEVELS = ["trace", "debug", "warn", "error", "fatal", "silent"];
const MIB = 1024 * 1024;

export function readSettings(env: Environment): Settings {
  const host = text(env, "HOST") ?? "127.0.0.1";
  const level = word(env, "LOG_LEVEL", ["info", ...LEVELS]);
  const local = LOOPBACK.includes(host) || host === "::1";
  const publicUrl = text(env, "PUBLIC_URL");
  if (publicUrl !== undefined && !URL.canParse(publicUrl))
    throw new Usage(`PUBLIC_URL must be an address such as https://api.example.org, not ${publicUrl}.`);
  const adminToken = adminTokenOf(env);
  return {
    host,
    port: whole(env, "PORT", 3000, 0, 65535),
    logLevel: level,
    shutdownMs: whole(env, "SHUTDOWN_MS", 8000, 0, 600_000),
    examples: text(env, "EXAMPLES_DIR") ?? GOLDEN_FOLDER,
    limited: word(env, "LIMITS", ["on", "off"]) === "on",
    store: readStoreSettings(env),
    app: {
      bodyLimit: whole(env, "BODY_LIMIT", LARGEST_BODY, 1024, 64 * MIB),
      batchBodyLimit: whole(env, "BATCH_BODY_LIMIT", LARGEST_BATCH_BODY, 1024, 64 * MIB),
      maxLag: whole(env, "MAX_LAG_MS", MAX_LAG_MS, 0, 60_000),
      requestTimeout: whole(env, "REQUEST_TIMEOUT_MS", REQUEST_TIMEOUT_MS, 100, 600_000),
      drainMs: whole(env, "DRAIN_MS", DRAIN_MS, 0, 60_000),
      trustProxy: trustProxy(env),
      corsOrigins: list(env, "CORS_ORIGINS") ?? [],
      // Who listens beyond this machine is reached under names that only the operator knows.
      mcpHosts: list(env, "MCP_HOSTS")?.map((name) => name.toLowerCase()) ?? (local ? LOOPBACK : undefined),
      mcpOrigins: list(env, "MCP_ORIGINS") ?? (local ? LOOPBACK : []),
      explainQueue: whole(env, "EXPLAIN_QUEUE", EXPLAIN_QUEUE, 1, 1000),
      ...(publicUrl === undefined ? {} : { publicUrl: publicUrl.replace(/\/+$/, "") }),
      ...(adminToken === undefined ? {} : { adminToken }),
    },
  };
}

/** Where keys and counts are kept, for the service and for the command line alike. */
export function readStoreSettings(env: Environment): StoreSettings {
  const redis = redisSettings(env);
  return { dataDir: text(env, "DATA_DIR") ?? "data", ...(redis === undefined ? {} : { redis }) };
}

function redisSettings(env: Environment): RedisSettings | undefined {
  const whenAway = word(env, "REDIS_FAILURE", ["open", "closed"]) as WhenAway;
  const cluster = word(env, "REDIS_CLUSTER", ["false", "true"]) === "true";
  const prefix = text(env, "REDIS_PREFIX") ?? "plumbline:";
  // Braces choose the node of a cluster, and belong to the caller's name.
  if (!/^[\w.:/-]{1,64}$/.test(prefix))
    throw new Usage("REDIS_PREFIX must be 1 to 64 letters, digits and _ . : / -, such as plumbline:.");
  const url = text(env, "REDIS_URL");
  if (url === undefined) return undefined;
  const address = readAddress(url, cluster);
  // The address holds a password, so it is not repeated.
  if (typeof address === "string")
    throw new Usage(
      `REDIS_URL ${address}. It is written as redis://user:password@host:6379/0, with rediss:// for TLS, or as several such addresses with commas between for a cluster.`,
    );
  return { ...address, prefix, whenAway };
}

/** The token itself is never repeated in a message: messages end up in logs. */
function adminTokenOf(env: Environment): string | undefined {
  const token = text(env, "ADMIN_TOKEN");
  if (token === undefined) return undefined;
  if (token.length < SHORTEST_ADMIN_TOKEN)
    throw new Usage(
      `ADMIN_TOKEN must have at least ${SHORTEST_ADMIN_TOKEN} characters, not ${token.length}; openssl rand -hex 32 makes a good one.`,
    );
  // What a header cannot carry would lock everyone out.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Usage("ADMIN_TOKEN must have no spaces, and only letters, digits and signs of ASCII.");
  return token;
}

/** One of some words; the first is the default. */
function word(env: Environment, name: string, words: readonly string[]): string {
  const given = text(env, name) ?? words[0] ?? "";
  if (!words.includes(given)) throw new Usage(`${name} must be one of ${words.join(", ")}, not ${given}.`);
  return given;
}

/** An empty variable counts as not set. */
function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

function list(env: Environment, name: string): string[] | undefined {
  const words = text(env, name)
    ?.split(",")
    .map((word) => word.trim());
  return words?.filter((word) => word !== "");
}

function whole(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const given = text(env, name);
  if (given === undefined) return fallback;
  const number = Number(given);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new Usage(`${name} must be a whole number from ${least} to ${most}, not ${given}.`);
  return number;
}

/** true, false, a number of proxies, or their addresses and networks. */
function trustProxy(env: Environment): boolean | number | string[] {
  const given = text(env, "TRUST_PROXY") ?? "false";
  if (given === "true" || given === "false") return given === "true";
  if (/^\d+$/.test(given)) return Number(given);
  return list(env, "TRUST_PROXY") ?? false;
}
