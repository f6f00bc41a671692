// Callers without a key, by the network they come from: counted under a salted hash, never kept by their address.
import { createHmac } from "node:crypto";
import { Recent } from "./recent.js";

/** Networks whose hash is remembered. */
const MOST_KNOWN = 10_000;

export class Visitors {
  private readonly known = new Recent<string>(MOST_KNOWN);

  constructor(private readonly salt: string) {}

  of(network: string): string {
    const before = this.known.get(network);
    if (before !== undefined) return before;
    const name = createHmac("sha256", this.salt).update(network).digest("base64url").slice(0, 22);
    this.known.set(network, name);
    return name;
  }
}
