// How keys and counts are written in Redis: the names of the entries, and a key's record as a hash.
import type { InterfaceName } from "../engine/read/plans.js";
import type { Ask, KeyChange, KeyRecord, Secret } from "./store.js";

/** Whose calls are counted: `key` with its id, or `ip` with the name of a network. */
export interface Subject {
  readonly kind: "key" | "ip";
  readonly name: string;
}

/** All visitors together. No key has an id of this length. */
export const ALL_VISITORS: Subject = { kind: "key", name: "visitors" };

/** Where the entries are. What is in braces decides the node of a cluster: all entries of one caller are on one. */
export class RedisNames {
  readonly salt: string;
  /** Ids of all keys. */
  readonly index: string;
  /** Written to learn whether Redis takes writes. */
  readonly probe: string;

  constructor(private readonly prefix: string) {
    this.salt = `${prefix}salt`;
    this.index = `${prefix}keys`;
    this.probe = `${prefix}probe`;
  }

  /** A key's record; visitors have none. */
  record(id: string): string {
    return `${this.prefix}{${id}}:key`;
  }

  usage({ kind, name }: Subject): string {
    return `${this.prefix}{${tag(kind, name)}}:use`;
  }

  /** The record, the window and the usage of a caller, in the order in which the scripts take them. */
  of({ kind, name }: Subject): [record: string, window: string, usage: string] {
    const start = `${this.prefix}{${tag(kind, name)}}`;
    return [`${start}:key`, `${start}:win`, `${start}:use`];
  }
}

function tag(kind: Subject["kind"], name: string): string {
  return kind === "key" ? name : `ip:${name}`;
}

export function subjectOf({ key, visitor }: Pick<Ask, "key" | "visitor">): Subject {
  return key === undefined ? { kind: "ip", name: visitor } : { kind: "key", name: key.id };
}

/** One field for each part of a record; what is undefined has none. */
const FIELDS = {
  name: "name",
  interface: "interface",
  plan: "plan",
  created: "created",
  expires: "expires",
  revoked: "revoked",
  lastUsed: "last_used",
  requests: "requests",
  callsPerMonth: "calls_per_month",
  secrets: "secrets",
} as const satisfies Record<Exclude<keyof KeyRecord, "id">, string>;

/** Fields with their new values, and fields that go. */
export function fieldsOf(parts: Partial<KeyRecord> | KeyChange): { set: string[]; drop: string[] } {
  const set: string[] = [];
  const drop: string[] = [];
  const given = parts as Partial<KeyRecord>;
  for (const part of Object.keys(FIELDS) as (keyof typeof FIELDS)[]) {
    if (!Object.hasOwn(given, part)) continue;
    const value = given[part];
    if (value === undefined) drop.push(FIELDS[part]);
    else set.push(FIELDS[part], part === "secrets" ? written(given.secrets ?? []) : String(value));
  }
  return { set, drop };
}

/** The record that a hash holds, or undefined where it is none. */
export function recordOf(id: string, hash: Readonly<Record<string, string>>): KeyRecord | undefined {
  const { name, plan, secrets } = hash;
  if (name === undefined || plan === undefined || secrets === undefined) return undefined;
  return {
    id,
    name,
    interface: hash.interface as InterfaceName,
    plan,
    created: Number(hash.created),
    expires: number(hash.expires),
    revoked: number(hash.revoked),
    lastUsed: number(hash.last_used),
    requests: number(hash.requests),
    callsPerMonth: number(hash.calls_per_month),
    secrets: read(secrets),
  };
}

/** `hash:created:expires` for each, with a blank between; the scripts read the same. */
export function written(secrets: readonly Secret[]): string {
  return secrets.map(({ hash, created, expires }) => `${hash}:${created}:${expires ?? ""}`).join(" ");
}

function read(text: string): Secret[] {
  const secrets = text.split(" ").filter((each) => each !== "");
  return secrets.map((each) => {
    const [hash = "", created, expires] = each.split(":");
    return { hash, created: Number(created), expires: number(expires) };
  });
}

function number(text: string | undefined): number | undefined {
  return text === undefined || text === "" ? undefined : Number(text);
}
