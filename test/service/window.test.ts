// The sliding window, compared with a list of all counted calls.
import fc from "fast-check";
import { expect, test } from "vitest";
import { Window } from "../../src/access/window.js";

/** A simple reference: one entry per call. */
class Plain {
  private calls: number[] = [];

  take(calls: number, quota: number, span: number, now: number): number {
    this.forget(span, now);
    if (this.calls.length + calls <= quota) {
      for (let at = 0; at < calls; at++) this.calls.push(now);
      return 0;
    }
    while (this.calls.length >= quota) this.calls.shift();
    this.calls.push(now);
    const surplus = this.calls.length + Math.min(calls, quota) - quota;
    return Math.max(1, (this.calls[surplus - 1] ?? now) + span - now);
  }

  left(quota: number): number {
    return Math.max(0, quota - this.calls.length);
  }

  more(span: number, now: number): number {
    return this.calls.length === 0 ? 0 : (this.calls[0] ?? now) + span - now;
  }

  private forget(span: number, now: number): void {
    this.calls = this.calls.map((time) => Math.min(time, now)).filter((time) => time > now - span);
  }
}

const step = fc.record({
  // Mostly forward, sometimes backwards, rarely by months.
  ahead: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 0, max: 400 }) },
    { weight: 2, arbitrary: fc.integer({ min: -2000, max: -1 }) },
    { weight: 1, arbitrary: fc.integer({ min: 4_000_000_000, max: 5_000_000_000 }) },
  ),
  calls: fc.integer({ min: 1, max: 12 }),
});

test("counts as a plain list of calls does", () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 300 }),
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 1, max: 5000 }),
      (steps, quota, span) => {
        const [window, plain] = [new Window(), new Plain()];
        let now = 1_800_000_000_000;
        for (const { ahead, calls } of steps) {
          now += ahead;
          expect(window.take(calls, quota, span, now)).toBe(plain.take(calls, quota, span, now));
          expect(window.left(quota)).toBe(plain.left(quota));
          expect(window.more(span, now)).toBe(plain.more(span, now));
        }
        expect(window.idle(span, now + span)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

test("a caller who never rests for two months is counted as on the first day", () => {
  const window = new Window();
  const hour = 3_600_000;
  let now = 1_800_000_000_000;
  for (let at = 0; at < 60 * 24 * 2; at++) {
    now += hour / 2;
    expect(window.take(1, 10, hour, now)).toBe(0);
    expect(window.left(10)).toBe(at === 0 ? 9 : 8);
  }
});
