// The interface of stores of API keys, limits and usage. SQLite and Redis implement it.
import type { InterfaceName, Limits, Tiers } from "./tiers.js";

/** Times are milliseconds since 1970, UTC. */
export interface Secret {
  readonly hash: string;
  readonly created: number;
  /** Set after a rotation. */
  readonly expires: number | undefined;
}

export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly interface: InterfaceName;
  readonly tier: string;
  readonly created: number;
  readonly expires: number | undefined;
  readonly revoked: number | undefined;
  readonly lastUsed: number | undefined;
  /** Custom limits of this key, if its tier allows them. */
  readonly requests: number | undefined;
  readonly callsPerMonth: number | undefined;
  /** Newest first. */
  readonly secrets: readonly Secret[];
}

export type KeyChange = Partial<
  Pick<KeyRecord, "name" | "tier" | "expires" | "revoked" | "requests" | "callsPerMonth" | "secrets">
>;

/** The expected state for a change. If another process changed the key meanwhile, nothing is written. */
export type KeyState = Pick<KeyRecord, "revoked" | "secrets">;

/** A request to make calls, with a key or as a visitor. */
export interface Ask {
  readonly interface: InterfaceName;
  readonly key: { readonly id: string; readonly hash: string } | undefined;
  /** The caller's network as a salted hash. */
  readonly visitor: string;
  readonly calls: number;
  /** Calls that count in the rate window, if fewer: a table is one request. */
  readonly atOnce?: number;
}

/** The subject of counting: a key by id, or a visitor by the hash of its network. */
export type Subject = `key:${string}` | `ip:${string}`;

export function subjectOf({ key, visitor }: Pick<Ask, "key" | "visitor">): Subject {
  return key === undefined ? `ip:${visitor}` : `key:${key.id}`;
}

export function isKey(subject: Subject): boolean {
  return subject.startsWith("key:");
}

/** Why a key fails: unknown, of the other interface, expired, or revoked. */
export type KeyFault = "unknown" | "foreign" | "expired" | "revoked";

export interface Counted {
  readonly tier: string;
  readonly limits: Limits;
  /** The limit that refuses the calls; undefined if they were counted. */
  readonly refused: "requests" | "month" | undefined;
  /** Milliseconds until the refused calls would fit. */
  readonly wait: number;
  /** Requests left in the span, milliseconds until that grows, and calls left in the month. */
  readonly requestsLeft: number;
  readonly more: number;
  readonly callsLeft: number;
  /** Time of the count. */
  readonly now: number;
}
export type Taken = { readonly fault: KeyFault } | { readonly counted: Counted };

/** Calls of one month, `2026-11`. */
export interface MonthlyUsage {
  readonly month: string;
  readonly calls: number;
}

export interface StoreOptions {
  readonly tiers: Tiers;
  /** Milliseconds since 1970. Defaults to the clock of the machine or of Redis. */
  readonly now?: (() => number) | undefined;
  /** Receives faults that the store survives. */
  readonly failed: (error: unknown) => void;
  /** Receives notices of recovery. */
  readonly told?: ((message: string) => void) | undefined;
  /** Maximum number of keys. */
  readonly mostKeys?: number | undefined;
}

/** Whether the store accepts writes; if not, the error. */
export type StoreHealth =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly error: string;
      /** The operator chose to serve calls during the outage. */
      readonly standIn?: boolean;
    };

export interface Store {
  /** Returns the stable hash under which a network is counted. */
  visitor(network: string): string;
  /** Checks the key, counts the calls and decides, atomically for every process that shares the store. */
  take(ask: Ask): Taken | Promise<Taken>;
  /** Refunds failed calls to the month in which they were counted. */
  giveBack(ask: Ask, calls: number, counted: number): void;

  /** Returns false if the store is full. */
  insert(record: KeyRecord): Promise<boolean>;
  read(id: string): Promise<KeyRecord | undefined>;
  list(): Promise<KeyRecord[]>;
  /** Returns the changed record; undefined if it is missing or not in the expected state. */
  change(id: string, change: KeyChange, expected?: KeyState): Promise<KeyRecord | undefined>;
  /** Newest month first. */
  usage(id: string): Promise<MonthlyUsage[]>;
  /** Calls of a month by key, and of all visitors together. */
  usageOf(month: string): Promise<{ keys: ReadonlyMap<string, number>; visitors: number }>;
  /** Read from memory. */
  health(): StoreHealth;
  close(): Promise<void>;
}

/** Months of stored usage. */
export const MONTHS_STORED = 24;
/** Maximum number of keys. */
export const MOST_KEYS = 100_000;

/** Returns whether a key is in the expected state. */
export function isAsExpected(record: KeyState, expected: KeyState | undefined): boolean {
  if (expected === undefined) return true;
  const shown = ({ revoked, secrets }: KeyState) =>
    [revoked, ...secrets.map(({ hash, expires }) => `${hash} ${expires}`)].join("\n");
  return shown(record) === shown(expected);
}

/**
 * Returns why a key is refused. Hashes are compared without constant time, since their timing reveals nothing about
 * 256 random bits.
 */
export function faultOf(record: KeyRecord | undefined, ask: Ask, now: number): KeyFault | undefined {
  const hash = ask.key?.hash ?? "";
  const secret = record?.secrets.find((each) => each.hash === hash);
  if (record === undefined || secret === undefined) return "unknown";
  if (record.revoked !== undefined) return "revoked";
  if ((record.expires ?? Number.POSITIVE_INFINITY) <= now) return "expired";
  if ((secret.expires ?? Number.POSITIVE_INFINITY) <= now) return "expired";
  return record.interface === ask.interface ? undefined : "foreign";
}

/** The store is unavailable, and the operator chose to refuse calls. */
export class StoreAway extends Error {}
