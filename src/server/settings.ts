// The settings of `plumbline serve`, read once from the environment. Any invalid value refuses all.
import { existsSync, readdirSync } from "node:fs";
import { READS_PER_MINUTE } from "../access/reading.js";
import { type Environment, list, text, whole, word } from "../settings/environment.js";
import { readStoreSettings } from "../settings/store-settings.js";
import { Usage } from "../settings/usage.js";
import { SHORTEST_ADMIN_TOKEN } from "./calls/admin-guard.js";
import type { Decisions } from "./decisions.js";
import { CONNECTION_BOUNDS } from "./http/connections.js";
import {
  type AppOptions,
  DRAIN_MS,
  EXPLAIN_QUEUE,
  LARGEST_BATCH_BODY,
  LARGEST_BODY,
  LOOPBACK,
  MAX_LAG_MS,
} from "./options.js";

export type Settings = ReturnType<typeof readSettings>;

const LEVELS = ["trace", "debug", "warn", "error", "fatal", "silent"];
const MIB = 1024 * 1024;

export function readSettings(env: Environment) {
  const host = text(env, "HOST") ?? "127.0.0.1";
  const level = word(env, "LOG_LEVEL", ["info", ...LEVELS]);
  const local = LOOPBACK.includes(host) || host === "::1";
  const publicUrl = text(env, "PUBLIC_URL");
  if (publicUrl !== undefined && !URL.canParse(publicUrl))
    throw new Usage(`PUBLIC_URL must be an address such as https://api.example.org, not ${publicUrl}.`);
  const adminToken = adminTokenOf(env);
  const trusted = trustProxy(env);
  // Behind a proxy, all connections come from the proxy's address.
  const perAddress = trusted === false ? CONNECTION_BOUNDS.perAddress : 0;
  const limited = word(env, "LIMITS", ["on", "off"]) === "on";
  const readsPerMinute = whole(env, "READS_PER_MINUTE", READS_PER_MINUTE, 0, 1_000_000);
  return {
    host,
    port: whole(env, "PORT", 3000, 0, 65535),
    logLevel: level,
    /** Milliseconds for running requests to finish after a stop signal. */
    shutdownMs: whole(env, "SHUTDOWN_MS", 8000, 0, 600_000),
    /** Whether the limits of plans apply. */
    limited,
    store: readStoreSettings(env),
    /** Folder with one subfolder for each earlier set. */
    editionsDir: text(env, "EDITIONS_DIR"),
    /** Undefined if results are not logged. */
    decisions: decisionsOf(env),
    app: {
      bodyLimit: whole(env, "BODY_LIMIT", LARGEST_BODY, 1024, 64 * MIB),
      batchBodyLimit: whole(env, "BATCH_BODY_LIMIT", LARGEST_BATCH_BODY, 1024, 64 * MIB),
      readsPerMinute: limited ? readsPerMinute : 0,
      maxLag: whole(env, "MAX_LAG_MS", MAX_LAG_MS, 0, 60_000),
      // Without limits there are no keyed callers to prefer.
      takesTurns: limited && text(env, "MAX_LAG_MS") !== "0",
      connections: {
        all: whole(env, "MAX_CONNECTIONS", CONNECTION_BOUNDS.all, 1, 1_000_000),
        perAddress: whole(env, "CONNECTIONS_PER_ADDRESS", perAddress, 0, 1_000_000),
        arriveMs: whole(env, "REQUEST_TIMEOUT_MS", CONNECTION_BOUNDS.arriveMs, 100, 600_000),
        readMs: whole(env, "READ_TIMEOUT_MS", CONNECTION_BOUNDS.readMs, 100, 600_000),
      },
      drainMs: whole(env, "DRAIN_MS", DRAIN_MS, 0, 60_000),
      trustProxy: trusted,
      corsOrigins: list(env, "CORS_ORIGINS") ?? [],
      // Behind a proxy, the Host header names the proxy.
      ...(local && trusted === false ? { hosts: hostsOf(env, publicUrl) } : {}),
      // A public service has names that only the operator can list.
      mcpHosts: hostNames(env, "MCP_HOSTS") ?? (local ? LOOPBACK : undefined),
      mcpOrigins: list(env, "MCP_ORIGINS") ?? (local ? LOOPBACK : []),
      tableThreads: whole(env, "TABLE_THREADS", 1, 1, 64),
      explainQueue: whole(env, "EXPLAIN_QUEUE", EXPLAIN_QUEUE, 1, 1000),
      ...(publicUrl === undefined ? {} : { publicUrl: publicUrl.replace(/\/+$/, "") }),
      ...(adminToken === undefined ? {} : { adminToken }),
    } satisfies Partial<AppOptions>,
  };
}

/** Each edition needs some megabytes. */
const MOST_EDITIONS = 32;

/** Returns the names of editions, oldest first. */
export function editionsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) throw new Usage(`EDITIONS_DIR: there is no folder ${folder}.`);
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort();
  const odd = names.find((name) => !/^[\w.-]{1,40}$/.test(name));
  if (odd !== undefined)
    throw new Usage(`EDITIONS_DIR: ${odd} is no name of an edition; a day such as 2026-11-01 is.`);
  if (names.length > MOST_EDITIONS)
    throw new Usage(`EDITIONS_DIR contains ${names.length} editions; at most ${MOST_EDITIONS} are served.`);
  return names;
}

function decisionsOf(env: Environment) {
  const form = word(env, "DECISION_LOG", ["off", "hashes", "whole"]);
  const file = text(env, "DECISION_LOG_FILE");
  if (form === "off") {
    if (file !== undefined) throw new Usage("DECISION_LOG_FILE needs DECISION_LOG=hashes or whole.");
    return undefined;
  }
  return {
    form: form as Decisions["form"],
    /** Without a file, decisions are lines of the log. */
    file,
    mostBytes: whole(env, "DECISION_LOG_MIB", 64, 1, 1_000_000) * MIB,
    mostFiles: whole(env, "DECISION_LOG_FILES", 10, 1, 10_000),
  };
}

/** Names of a local service. */
function hostsOf(env: Environment, publicUrl: string | undefined): readonly string[] {
  const own = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return [...LOOPBACK, ...own, ...(hostNames(env, "MCP_HOSTS") ?? [])];
}

function hostNames(env: Environment, variable: string): readonly string[] | undefined {
  return list(env, variable)?.map((name) => name.toLowerCase());
}

/** Messages never contain the token, because they end up in logs. */
function adminTokenOf(env: Environment): string | undefined {
  const token = text(env, "ADMIN_TOKEN");
  if (token === undefined) return undefined;
  if (token.length < SHORTEST_ADMIN_TOKEN)
    throw new Usage(
      `ADMIN_TOKEN must have at least ${SHORTEST_ADMIN_TOKEN} characters, not ${token.length}; openssl rand -hex 32 makes a good one.`,
    );
  // A token that no header can carry would lock every administrator out.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Usage("ADMIN_TOKEN must have no spaces, and only letters, digits and signs of ASCII.");
  return token;
}

/** true, false, a number of proxies, or a list of addresses and networks. */
function trustProxy(env: Environment): boolean | number | string[] {
  const given = text(env, "TRUST_PROXY") ?? "false";
  if (given === "true" || given === "false") return given === "true";
  if (/^\d+$/.test(given)) return Number(given);
  return list(env, "TRUST_PROXY") ?? false;
}
