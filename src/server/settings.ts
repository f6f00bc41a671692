// The environment of the service, read once and refused as a whole where a value makes no sense.
import { Usage } from "../cli/usage.js";
import { GOLDEN_FOLDER } from "../folder.js";
import type { StoreSettings } from "../limits/open.js";
import type { AppOptions } from "./options.js";
import {
  DRAIN_MS,
  EXPLAIN_QUEUE,
  LARGEST_BATCH_BODY,
  LARGEST_BODY,
  LOOPBACK,
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
    | "requestTimeout"
    | "drainMs"
    | "trustProxy"
    | "corsOrigins"
    | "mcpHosts"
    | "mcpOrigins"
    | "explainQueue"
    | "publicUrl"
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
      requestTimeout: whole(env, "REQUEST_TIMEOUT_MS", REQUEST_TIMEOUT_MS, 100, 600_000),
      drainMs: whole(env, "DRAIN_MS", DRAIN_MS, 0, 60_000),
      trustProxy: trustProxy(env),
      corsOrigins: list(env, "CORS_ORIGINS") ?? [],
      // Who listens beyond this machine is reached under names that only the operator knows.
      mcpHosts: list(env, "MCP_HOSTS")?.map((name) => name.toLowerCase()) ?? (local ? LOOPBACK : undefined),
      mcpOrigins: list(env, "MCP_ORIGINS") ?? (local ? LOOPBACK : []),
      explainQueue: whole(env, "EXPLAIN_QUEUE", EXPLAIN_QUEUE, 1, 1000),
      ...(publicUrl === undefined ? {} : { publicUrl: publicUrl.replace(/\/+$/, "") }),
    },
  };
}

/** Where keys and counts are kept, for the service and for the command line alike. */
export function readStoreSettings(env: Environment): StoreSettings {
  return { dataDir: text(env, "DATA_DIR") ?? "data" };
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
