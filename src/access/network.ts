// The network that a caller comes from: an IPv4 address, or the /64 of an IPv6 address, which is one customer's.
import { isIPv6 } from "node:net";

export function networkOf(ip: string): string {
  const plain = ip.replace(/%.*$/, "");
  if (!isIPv6(plain)) return plain;
  const mapped = /^(?:0{0,4}:){2,6}ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped?.[1] !== undefined) return mapped[1];
  return groups(plain)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}

/** The eight groups of an address. */
function groups(ip: string): number[] {
  const [head = "", tail] = ip.split("::", 2);
  const read = (text: string): number[] =>
    text === ""
      ? []
      : text.split(":").flatMap((part) => {
          if (!part.includes(".")) return [Number.parseInt(part, 16)];
          const [a = 0, b = 0, c = 0, d = 0] = part.split(".").map(Number);
          return [a * 256 + b, c * 256 + d];
        });
  const first = read(head);
  if (tail === undefined) return first;
  const last = read(tail);
  return [...first, ...new Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0), ...last];
}
