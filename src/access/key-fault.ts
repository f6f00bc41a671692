// Whether a key that a caller sends opens the interface that it calls, judged by the key's record.
import type { Ask, KeyFault, KeyRecord } from "./store.js";
import { sameHash } from "./token.js";

/** Why this key does not open this door; every secret is compared, so that time tells nothing. */
export function faultOf(record: KeyRecord | undefined, ask: Ask, now: number): KeyFault | undefined {
  const hash = ask.key?.hash ?? "";
  const secret = (record?.secrets ?? []).filter((each) => sameHash(each.hash, hash))[0];
  if (record === undefined || secret === undefined) return "unknown";
  if (record.revoked !== undefined) return "revoked";
  if ((record.expires ?? Number.POSITIVE_INFINITY) <= now) return "expired";
  if ((secret.expires ?? Number.POSITIVE_INFINITY) <= now) return "expired";
  return record.interface === ask.interface ? undefined : "foreign";
}
