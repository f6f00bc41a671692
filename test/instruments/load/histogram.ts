// A latency histogram with buckets of about 1.5 %, in constant memory.
const PER_DOUBLING = 48;
/** Buckets from a microsecond to more than an hour. */
const BUCKETS = 32 * PER_DOUBLING;

export class Histogram {
  private readonly counts = new Uint32Array(BUCKETS);
  private total = 0;
  private highest = 0;

  get count(): number {
    return this.total;
  }

  /** The largest latency in milliseconds. */
  get max(): number {
    return this.highest;
  }

  add(ms: number): void {
    const micros = Math.max(1, ms * 1000);
    const bucket = Math.min(BUCKETS - 1, Math.floor(Math.log2(micros) * PER_DOUBLING));
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.total++;
    if (ms > this.highest) this.highest = ms;
  }

  /** Returns a percentile in milliseconds; 0.99 for the 99th. */
  percentile(share: number): number {
    if (this.total === 0) return 0;
    const rank = Math.max(1, Math.ceil(share * this.total));
    let passed = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      passed += this.counts[bucket] ?? 0;
      if (passed >= rank) return Math.min(this.highest, 2 ** ((bucket + 1) / PER_DOUBLING) / 1000);
    }
    return this.highest;
  }
}
