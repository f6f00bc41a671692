// Seeded random numbers for attacks.

/** A small seeded generator (mulberry32). */
export class RandomSource {
  private state = 0x811c9dc5;

  constructor(seed: string) {
    for (let at = 0; at < seed.length; at++)
      this.state = Math.imul(this.state ^ seed.charCodeAt(at), 0x01000193) >>> 0;
  }

  /** Returns a number from 0 up to, but excluding, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[this.whole(0, list.length - 1)] as T;
  }

  likely(probability: number): boolean {
    return this.next() < probability;
  }
}
