// A fast-check arbitrary for numbers: draws values at limits, and shrinks to rounder numbers, because 20 is easier to
// read than 20.000001.
import { Arbitrary, type Random, Stream, Value } from "fast-check";
import type { JsonSchema } from "../wording/field-words.js";

/** Range of numbers without bounds. */
const FAR = 1e6;

export class NumberArbitrary extends Arbitrary<number> {
  private readonly min: number;
  private readonly max: number;
  private readonly isWhole: boolean;
  private readonly fits: (value: number) => boolean;

  constructor({ type, minimum, exclusiveMinimum, maximum, exclusiveMaximum }: JsonSchema) {
    super();
    const isWhole = type === "integer";
    const [min, max] = [Number(minimum ?? exclusiveMinimum ?? -FAR), Number(maximum ?? exclusiveMaximum)];
    this.isWhole = isWhole;
    this.min = min;
    this.max = Number.isNaN(max) ? Math.max(FAR, min + FAR) : max;
    this.fits = (value) =>
      value >= this.min &&
      value <= this.max &&
      value !== exclusiveMinimum &&
      value !== exclusiveMaximum &&
      (!isWhole || Number.isInteger(value));
  }

  generate(random: Random): Value<number> {
    for (let tries = 0; tries < 20; tries++) {
      const value = this.drawn(random);
      if (this.fits(value)) return new Value(value, undefined);
    }
    return new Value(this.isWhole ? Math.ceil(this.min) : (this.min + this.max) / 2, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is number {
    return typeof value === "number";
  }

  shrink(value: number): Stream<Value<number>> {
    const cost = costOf(value);
    const rounder = [...new Set([this.min, this.max, ...rounderThan(value)])]
      .filter((each) => this.fits(each) && costOf(each) < cost)
      .sort((a, b) => costOf(a) - costOf(b));
    return Stream.of(...rounder.map((each) => new Value(each, undefined)));
  }

  /** Draws bounds, round numbers, numbers of every magnitude and simple fractions. */
  private drawn(random: Random): number {
    const { min, max, isWhole } = this;
    const kind = random.nextDouble();
    if (kind < 0.06) return min;
    if (kind < 0.12) return max;
    const [first, last] = [Math.ceil(min), Math.floor(max)];
    if ((isWhole || kind < 0.4) && last >= first)
      return random.nextInt(first, kind < 0.5 ? Math.min(last, first + 40) : last);
    const share = kind < 0.7 ? random.nextDouble() : 10 ** (-6 * random.nextDouble());
    return Number((min + (max - min) * share).toPrecision(random.nextInt(2, 6)));
  }
}

/** Returns rounder numbers near a value and towards zero. */
function rounderThan(value: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.abs(value) || 1));
  const rounded = [1, 2, 3, 4, 5, 6].flatMap((digits) => {
    const step = power * 10 ** (1 - digits);
    return [Math.floor, Math.round, Math.ceil].map((round) =>
      Number((round(value / step) * step).toPrecision(digits)),
    );
  });
  return [0, 1, 2, 5, 10, 50, 100, 1000, Math.trunc(value), value / 2, value / 10, ...rounded];
}

/** Prefers few digits, then small numbers. */
function costOf(value: number): number {
  if (value === 0) return 0;
  const [digits = "", exponent = "0"] = Math.abs(value).toExponential().split("e");
  const size = Math.abs(Number(exponent)) + Number(digits[0]) / 10;
  return 5 * digits.replace(".", "").length + size + (value < 0 ? 1 : 0);
}
