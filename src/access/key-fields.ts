// Maps a key's record to named fields: columns in SQLite, hash fields in Redis.
import type { KeyRecord, Secret } from "./store.js";
import type { InterfaceName } from "./tiers.js";

const FIELDS = {
  name: "name",
  interface: "interface",
  tier: "plan",
  created: "created",
  expires: "expires",
  revoked: "revoked",
  lastUsed: "last_used",
  requests: "requests",
  callsPerMonth: "calls_per_month",
  secrets: "secrets",
} as const satisfies Record<Exclude<keyof KeyRecord, "id">, string>;

export type KeyField = (typeof FIELDS)[keyof typeof FIELDS];
/** Fields as stored. Redis returns numbers as text. */
export type StoredKey = Readonly<Partial<Record<KeyField, string | number | null>>>;

/** Returns the fields with their values; null for unset ones. */
export function fieldsOf(parts: Partial<KeyRecord>): [field: KeyField, value: string | number | null][] {
  return (Object.keys(FIELDS) as (keyof typeof FIELDS)[])
    .filter((part) => Object.hasOwn(parts, part))
    .map((part) => {
      const value = part === "secrets" ? secretsText(parts.secrets ?? []) : parts[part];
      return [FIELDS[part], value ?? null];
    });
}

/** Returns the record, or undefined if the fields are incomplete. */
export function recordOf(id: string, stored: StoredKey): KeyRecord | undefined {
  const { name, plan, secrets } = stored;
  if (typeof name !== "string" || typeof plan !== "string" || typeof secrets !== "string") return undefined;
  return {
    id,
    name,
    interface: stored.interface as InterfaceName,
    tier: plan,
    created: Number(stored.created),
    expires: number(stored.expires),
    revoked: number(stored.revoked),
    lastUsed: number(stored.last_used),
    requests: number(stored.requests),
    callsPerMonth: number(stored.calls_per_month),
    secrets: secrets.split(" ").flatMap(secretIn),
  };
}

/** `hash:created:expires` for each secret, separated by spaces. The Redis scripts parse the same format. */
export function secretsText(secrets: readonly Secret[]): string {
  return secrets.map(({ hash, created, expires }) => `${hash}:${created}:${expires ?? ""}`).join(" ");
}

function secretIn(text: string): Secret[] {
  const [hash = "", created, expires] = text.split(":");
  return hash === "" ? [] : [{ hash, created: Number(created), expires: number(expires) }];
}

function number(value: string | number | null | undefined): number | undefined {
  return value === undefined || value === null || value === "" ? undefined : Number(value);
}
