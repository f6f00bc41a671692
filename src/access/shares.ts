// Amounts that callers hold at one time: requests, connections or bytes. A pool bounds them, and keeps a share for callers
// with a key.
import { NETWORKS_A_SITE, type Payer } from "./payer.js";

/** Current amounts by name. Names at zero are removed. */
export class Shares {
  private readonly counts = new Map<string, number>();

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  /** Adds a positive or negative count. Returns the new amount. */
  add(name: string, count: number): number {
    const now = this.of(name) + count;
    if (now > 0) this.counts.set(name, now);
    else this.counts.delete(name);
    return now;
  }
}

export interface PoolBounds {
  readonly all: number;
  /** What callers without a key may hold together. */
  readonly keyless: number;
  /** What one caller may hold, with a key and without. A site may hold as much as some of its networks. */
  readonly keyed: number;
  readonly network: number;
}

/** Amounts of all callers together, bounded by caller, by site and for all callers without a key. */
export class Pool {
  private readonly held = new Shares();
  private all = 0;
  private keyless = 0;

  constructor(private readonly bounds: PoolBounds) {}

  /** Adds an amount if it fits. Otherwise returns the limit that refuses it. */
  take(payer: Payer, amount: number, own = this.ownLimit(payer)): "own" | "shared" | undefined {
    const { name, site, hasKey } = payer;
    const { all, keyless, network } = this.bounds;
    if (this.held.of(name) + amount > own) return "own";
    if (this.all + amount > all) return "shared";
    if (!hasKey) {
      if (this.keyless + amount > keyless) return "shared";
      if (site !== undefined && this.held.of(site) + amount > network * NETWORKS_A_SITE) return "shared";
    }
    this.add(payer, amount);
    return undefined;
  }

  give(payer: Payer, amount: number): void {
    this.add(payer, -amount);
  }

  private ownLimit({ hasKey }: Payer): number {
    return hasKey ? this.bounds.keyed : this.bounds.network;
  }

  private add({ name, site, hasKey }: Payer, amount: number): void {
    this.all += amount;
    this.held.add(name, amount);
    if (hasKey) return;
    this.keyless += amount;
    if (site !== undefined) this.held.add(site, amount);
  }
}
