// The interface of a store of API keys, limits and usage, and what passes through it. SQLite and Redis implement it.
import type { InterfaceName, Limits, Tiers } from "./tiers.js";

/** Times are milliseconds since 1970, UTC. */
export interface Secret {
  readonly hash: string;
  readonly created: number;
  /** Set when a newer secret has taken its place. */
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
  /** Limits of this key alone, where its tier allows that. */
  readonly requests: number | undefined;
  readonly callsPerMonth: number | undefined;
  /** Newest first. */
  readonly secrets: readonly Secret[];
}

export type KeyChange = Partial<
  Pick<KeyRecord, "name" | "tier" | "expires" | "revoked" | "requests" | "callsPerMonth" | "secrets">
>;

/** What a change rests on: where another has changed it in the meantime, nothing is done. */
export type KeyState = Pick<KeyRecord, "revoked" | "secrets">;

/** A caller who wants to make calls: with a key, or as a visitor on the tier of those without one. */
export interface Ask {
  readonly interface: InterfaceName;
  readonly key: { readonly id: string; readonly hash: string } | undefined;
  /** The network that the caller comes from, in a form that does not tell it. */
  readonly visitor: string;
  readonly calls: number;
  /** Calls that count in the span of requests, if those are fewer: a table is one request. */
  readonly atOnce?: number;
}

/** Whose calls are counted: a key by its id, or a visitor by the name of the network. */
export type Subject = `key:${string}` | `ip:${string}`;

export function subjectOf({ key, visitor }: Pick<Ask, "key" | "visitor">): Subject {
  return key === undefined ? `ip:${visitor}` : `key:${key.id}`;
}

export function isKey(subject: Subject): boolean {
  return subject.startsWith("key:");
}

/** How a key fails: not known, of the other interface, past its day, or withdrawn. */
export type KeyFault = "unknown" | "foreign" | "expired" | "revoked";

export interface Counted {
  readonly tier: string;
  readonly limits: Limits;
  /** Which limit refuses the calls; undefined where they were counted. */
  readonly refused: "requests" | "month" | undefined;
  /** Milliseconds until the refused calls would fit. */
  readonly wait: number;
  /** Requests left in the span, milliseconds until that grows, and calls left in the month. */
  readonly requestsLeft: number;
  readonly more: number;
  readonly callsLeft: number;
  /** The clock by which this was counted. */
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
  /** Milliseconds since 1970; without it the clock of the machine, or that of Redis. */
  readonly now?: (() => number) | undefined;
  /** Told of what goes wrong while the store works on. */
  readonly failed: (error: unknown) => void;
  /** Told of what is well again. */
  readonly told?: ((message: string) => void) | undefined;
  /** Keys that the store holds. */
  readonly mostKeys?: number | undefined;
}

/** Whether the store takes what it is told, and what went wrong where it does not. */
export type StoreHealth =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly error: string;
      /** The operator chose to serve meanwhile. */
      readonly standIn?: boolean;
    };

export interface Store {
  /** The name under which a network is counted: always the same, and not the network itself. */
  visitor(network: string): string;
  /** Checks the key, counts the calls and decides, at once and for every process that shares the store. */
  take(ask: Ask): Taken | Promise<Taken>;
  /** Calls of a granted ask that computed nothing do not count for the month in which they were counted. */
  giveBack(ask: Ask, calls: number, counted: number): void;

  /** False where the store holds as many keys as it may. */
  insert(record: KeyRecord): Promise<boolean>;
  read(id: string): Promise<KeyRecord | undefined>;
  list(): Promise<KeyRecord[]>;
  /** The record as changed, or undefined where there is none, or where it is not as expected any more. */
  change(id: string, change: KeyChange, expected?: KeyState): Promise<KeyRecord | undefined>;
  /** Newest month first. */
  usage(id: string): Promise<MonthlyUsage[]>;
  /** Calls of a month by key, and of all visitors together. */
  usageOf(month: string): Promise<{ keys: ReadonlyMap<string, number>; visitors: number }>;
  /** Told from memory, at once. */
  health(): StoreHealth;
  close(): Promise<void>;
}

/** Months that usage is kept for. */
export const MONTHS_STORED = 24;
/** Keys that a store holds. */
export const MOST_KEYS = 100_000;

/** Whether a key is still what a change to it rests on. */
export function isAsExpected(record: KeyState, expected: KeyState | undefined): boolean {
  if (expected === undefined) return true;
  const shown = ({ revoked, secrets }: KeyState) =>
    [revoked, ...secrets.map(({ hash, expires }) => `${hash} ${expires}`)].join("\n");
  return shown(record) === shown(expected);
}

/**
 * Why this key does not open the interface that is called. Hashes are compared like other texts: how long that takes tells of a hash, and of the
 * 256 random bits that it was made from nothing.
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

/** The store cannot be reached, and the operator chose to refuse rather than to guess. */
export class StoreAway extends Error {}
