// Calls counted ahead: a worker whose caller is busy asks for several at once and hands them out itself for a moment.
import { Recent } from "./recent.js";
import type { Counted } from "./store.js";

/** Milliseconds for which calls counted ahead may be used; the rest goes back. */
export const LEASE_MS = 100;
/** Limits below this are asked for call by call. */
export const LEAST_LEASED = 400;
const MOST_AHEAD = 64;
const MOST_LEASES = 10_000;
/** Milliseconds between two looks for what has to go back: what goes together needs one message. */
const LOOK_MS = 25;

interface Lease {
  readonly counted: Counted;
  readonly until: number;
  readonly given: number;
  /** Calls that may still be handed out. */
  left: number;
  /** Calls that were given back, and so were not needed. */
  unused: number;
  readonly back: (left: number) => void;
}

export class Leases {
  private readonly leases = new Recent<Lease>(MOST_LEASES);
  /** Callers for whom calls are being counted ahead: once at a time. */
  private readonly asked = new Set<string>();
  /** Leases in the order in which they end. */
  private open: Lease[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly now: () => number) {}

  /** Takes calls that were counted ahead; undefined where there are not enough. */
  use(name: string, calls: number): Counted | undefined {
    const lease = this.leases.get(name);
    if (lease === undefined || lease.left < calls || this.now() >= lease.until) return undefined;
    lease.left -= calls;
    const { counted, left } = lease;
    return { ...counted, requestsLeft: counted.requestsLeft + left, callsLeft: counted.callsLeft + left };
  }

  /**
   * How many calls to count ahead now: more each time that all were used, as many as were used where some went back,
   * none after a pause or near a limit.
   */
  ahead(name: string): number {
    const last = this.leases.get(name);
    if (last === undefined) return 0;
    const now = this.now();
    // A lease that has just ended still tells how busy its caller is.
    if (now >= last.until + LEASE_MS) return 0;
    const over = now >= last.until;
    if (!over && last.left > 0) return 0;
    const used = last.given - last.left - last.unused;
    const busy = used === last.given ? (over && used === 0 ? 0 : Math.max(2, used * 2)) : used;
    const { limits, requestsLeft, callsLeft } = last.counted;
    const share = limits.requests === undefined ? MOST_AHEAD : Math.floor(limits.requests / 100);
    const wanted = Math.min(busy, share, MOST_AHEAD);
    const scarce =
      (limits.requests !== undefined && (limits.requests < LEAST_LEASED || requestsLeft < wanted * 10)) ||
      (limits.callsPerMonth !== undefined && callsLeft < wanted * 100);
    if (scarce || wanted === 0 || this.asked.has(name)) return 0;
    this.asked.add(name);
    return wanted;
  }

  /** What is left when its moment is over is given back. */
  add(name: string, counted: Counted, given: number, back: (left: number) => void): void {
    if (given > 0) this.asked.delete(name);
    const known = this.leases.get(name);
    // One that came while another was asked for must not take the place of what is still to be used.
    if (given === 0 && known !== undefined && known.left > 0) return;
    const lease: Lease = { counted, given, left: given, unused: 0, until: this.now() + LEASE_MS, back };
    this.leases.set(name, lease);
    if (given === 0) return;
    this.open.push(lease);
    this.timer ??= setTimeout(() => this.look(), LEASE_MS).unref();
  }

  drop(name: string): void {
    this.asked.delete(name);
    this.leases.delete(name);
  }

  /** Gives everything back, at the end. */
  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const lease of this.open) end(lease);
    this.open = [];
  }

  private look(): void {
    const now = this.now();
    let ended = 0;
    for (const lease of this.open) {
      if (lease.until > now) break;
      end(lease);
      ended++;
    }
    this.open.splice(0, ended);
    this.timer = this.open.length === 0 ? undefined : setTimeout(() => this.look(), LOOK_MS).unref();
  }
}

function end(lease: Lease): void {
  const { left } = lease;
  lease.unused = left;
  lease.left = 0;
  if (left > 0) lease.back(left);
}
