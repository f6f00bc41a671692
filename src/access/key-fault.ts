// Whether a key that a caller sends opens the interface that it calls, judged by the key's record.
import type { Ask, KeyFault, KeyRecord } from "./store.js";

/**
 * Why this key does not open this door. Hashes are compared like other texts: how long that takes tells of a hash, and of the
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
