// Names for callers without a key: a salted hash of the network that they come from, so that no address is stored.
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
