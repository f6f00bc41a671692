// Calls counted ahead: a worker whose caller is busy asks for several at once and hands them out itself for a moment.
import { Recent } from "./recent.js";
import type { Counted } from "./store.js";

/** Milliseconds for which calls counted ahead may be used; the rest goes back. */
export const LEASE_MS = 100;
/** Limits below this are asked for call by call. */
export const LEAST_LEASED = 400;
const MOST_AHEAD = 64;
const MOST_LEASES = 10_000;

interface Lease {
  readonly counted: Counted;
  readonly until: number;
  readonly given: number;
  left: number;
}

export class Leases {
  private readonly leases = new Recent<Lease>(MOST_LEASES);
  /** Callers for whom calls are being counted ahead: once at a time. */
  private readonly asked = new Set<string>();

  constructor(private readonly now: () => number) {}

  /** Takes calls that were counted ahead; undefined where there are not enough. */
  use(name: string, calls: number): Counted | undefined {
    const lease = this.leases.get(name);
    if (lease === undefined || lease.left < calls || this.now() >= lease.until) return undefined;
    lease.left -= calls;
    const { counted, left } = lease;
    return { ...counted, requestsLeft: counted.requestsLeft + left, callsLeft: counted.callsLeft + left };
  }

  /** How many calls to count ahead now: more each time that all were used, none after a pause or near a limit. */
  ahead(name: string): number {
    const last = this.leases.get(name);
    if (last === undefined || last.left > 0 || this.now() >= last.until) return 0;
    const { limits, requestsLeft, callsLeft } = last.counted;
    const share = limits.requests === undefined ? MOST_AHEAD : Math.floor(limits.requests / 100);
    const wanted = Math.min(Math.max(2, last.given * 2), share, MOST_AHEAD);
    const scarce =
      (limits.requests !== undefined && (limits.requests < LEAST_LEASED || requestsLeft < wanted * 10)) ||
      (limits.callsPerMonth !== undefined && callsLeft < wanted * 100);
    if (scarce || this.asked.has(name)) return 0;
    this.asked.add(name);
    return wanted;
  }

  /** What is left when its moment is over is given back. */
  add(name: string, counted: Counted, given: number, back: (left: number) => void): void {
    if (given > 0) this.asked.delete(name);
    const known = this.leases.get(name);
    // One that came while another was asked for must not take the place of what is still to be used.
    if (given === 0 && known !== undefined && known.left > 0) return;
    const lease: Lease = { counted, given, left: given, until: this.now() + LEASE_MS };
    if (given > 0)
      setTimeout(() => {
        if (lease.left > 0) back(lease.left);
        lease.left = 0;
      }, LEASE_MS).unref();
    this.leases.set(name, lease);
  }

  drop(name: string): void {
    this.asked.delete(name);
    this.leases.delete(name);
  }
}
