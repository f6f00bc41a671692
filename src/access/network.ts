// The network that a caller comes from: an IPv4 address, or the /64 of an IPv6 address, which is one customer's. Callers without a
// key are named by a salted hash of it, so that no address is stored.
import { createHmac } from "node:crypto";
import ipaddr from "ipaddr.js";
import { remembered } from "./recent.js";

/** Addresses whose networks are remembered, and characters of one: each call asks for its own more than once. */
const MOST_REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 64;
const rememberedNetwork = remembered(MOST_REMEMBERED, networkIn);

/** Addresses as sockets and proxies write them: with a port, in brackets, with a zone, or IPv4 within IPv6. */
export function networkOf(written: string): string {
  return written.length > LONGEST_REMEMBERED ? networkIn(written) : rememberedNetwork(written);
}

function networkIn(written: string): string {
  const address = addressIn(written);
  // What is no address at all is one network, however it is spelled.
  if (address === undefined) return "unknown";
  if (address.kind() === "ipv4") return address.toString();
  const { parts } = address as ipaddr.IPv6;
  return parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
}

/** The /48 that an IPv6 address is in: one site's, with thousands of networks. IPv4 addresses are in none. */
export function siteOf(written: string): string | undefined {
  const network = networkOf(written);
  return network.includes(":") ? network.split(":", 3).join(":") : undefined;
}

function addressIn(written: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [, bracketed, v4] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(written.trim()) ?? [];
  const plain = (bracketed ?? v4 ?? written.trim()).replace(/%.*$/, "");
  return ipaddr.isValid(plain) && !/^\d+$/.test(plain) ? ipaddr.process(plain) : undefined;
}

/** Networks whose hash is remembered. */
const MOST_KNOWN = 10_000;

/** The name under which each network is counted. */
export function visitorNames(salt: string): (network: string) => string {
  return remembered(MOST_KNOWN, (network) =>
    createHmac("sha256", salt).update(network).digest("base64url").slice(0, 22),
  );
}
