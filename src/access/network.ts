// The network of a caller: an IPv4 address, or the /64 of an IPv6 address, which belongs to one customer. Only a
// salted hash of it is stored.
import { createHmac } from "node:crypto";
import ipaddr from "ipaddr.js";
import { remembered } from "./recent.js";

/** Cached addresses, and characters of one. Each call needs its network several times. */
const MOST_REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 64;
const rememberedNetwork = remembered(MOST_REMEMBERED, networkIn);

/** Accepts addresses as sockets and proxies write them: with port, brackets or zone, or IPv4 within IPv6. */
export function networkOf(written: string): string {
  return written.length > LONGEST_REMEMBERED ? networkIn(written) : rememberedNetwork(written);
}

function networkIn(written: string): string {
  const address = addressIn(written);
  // All invalid addresses share one network.
  if (address === undefined) return "unknown";
  if (address.kind() === "ipv4") return address.toString();
  const { parts } = address as ipaddr.IPv6;
  return parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
}

/** Advice for callers without a key on the service's own machine, which are mostly its operator. */
export function loopbackAdvice(written: string): string {
  const isOwn = addressIn(written)?.range() === "loopback";
  return isOwn ? " On your own machine, start with LIMITS=off or create a key: plumbline keys create." : "";
}

/** Returns the /48 of an IPv6 address, which one site owns with thousands of networks; undefined for IPv4. */
export function siteOf(written: string): string | undefined {
  const network = networkOf(written);
  return network.includes(":") ? network.split(":", 3).join(":") : undefined;
}

function addressIn(written: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [, bracketed, v4] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(written.trim()) ?? [];
  const plain = (bracketed ?? v4 ?? written.trim()).replace(/%.*$/, "");
  return ipaddr.isValid(plain) && !/^\d+$/.test(plain) ? ipaddr.process(plain) : undefined;
}

/** Cached hashes of networks. */
const MOST_KNOWN = 10_000;

/** Returns a function from networks to the names under which they are counted. */
export function visitorNames(salt: string): (network: string) => string {
  return remembered(MOST_KNOWN, (network) =>
    createHmac("sha256", salt).update(network).digest("base64url").slice(0, 22),
  );
}
