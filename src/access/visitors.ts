// Callers without a key, by the network they come from: counted under a salted hash, never kept by their address.
import { createHmac } from "node:crypto";
import { remembered } from "./recent.js";

/** Networks whose hash is remembered. */
const MOST_KNOWN = 10_000;

/** The name under which each network is counted. */
export function visitorNames(salt: string): (network: string) => string {
  return remembered(MOST_KNOWN, (network) =>
    createHmac("sha256", salt).update(network).digest("base64url").slice(0, 22),
  );
}
