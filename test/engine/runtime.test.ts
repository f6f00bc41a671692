// What compiled plans call and are given: the quick ways must give what the slow ones give, to the last bit.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dataCode } from "../../src/engine/compile/data.js";
import { fixed, power, round as rounded, significant } from "../../src/engine/language/numbers.js";
import { MEANING } from "../../src/engine/reference/meaning.js";
import { RUNTIME } from "../../src/engine/run/functions.js";

const floor = MEANING.floor as (value: number) => number;
const ceil = MEANING.ceil as (value: number) => number;
/** The sign of zero is dropped where a result is written. */
const unsigned = (value: number) => value + 0;

test("rounding drops the sign of zero", () => {
  for (const value of [-0, -1e-323, -0.004]) expect(rounded(value, 2)).toBe(0);
});

describe("the next whole number up and down", () => {
  test.each([
    [0, 0, 0],
    [2.1, 2, 3],
    [-2.1, -3, -2],
    [0.5, 0, 1],
    [-0.5, -1, 0],
    // Next to nothing beside a whole number: the number itself.
    [3.0000000000000004, 3, 3],
    [2.9999999999999996, 3, 3],
    [100.00000005, 100, 100],
    [99.99999995, 100, 100],
    [1e-12, 0, 0],
    [-1e-12, 0, 0],
    // More than that is more.
    [3.00000001, 3, 4],
    [2.99999999, 2, 3],
    [1e-8, 0, 1],
    [-1e-8, -1, 0],
  ])("of %d", (value, below, above) => {
    for (const [down, up] of [
      [RUNTIME.FLOOR, RUNTIME.CEIL],
      [floor, ceil],
    ] as const)
      expect([down(value), up(value)]).toEqual([below, above]);
  });

  test("is the same in both evaluators", () => {
    const number = fc.oneof(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: -1e15, max: 1e15, noNaN: true }),
      fc
        .tuple(fc.integer({ min: -200_000, max: 200_000 }), fc.double({ min: -2e-6, max: 2e-6, noNaN: true }))
        .map(([whole, rest]) => whole + rest),
      fc.tuple(fc.maxSafeInteger(), fc.constantFrom(0.5, 0.25)).map(([whole, rest]) => whole + rest),
    );
    fc.assert(
      fc.property(number, (value) => {
        expect(RUNTIME.FLOOR(value)).toBe(floor(value));
        expect(RUNTIME.CEIL(value)).toBe(ceil(value));
      }),
      { numRuns: 5000 },
    );
  });
});

describe("numbers in texts", () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: -1e7, max: 1e7, noNaN: true }),
    fc
      .tuple(fc.integer(), fc.integer({ min: 0, max: 9 }))
      .map(([digits, decimals]) => digits / 10 ** decimals),
    // One step beside a number of few digits.
    fc
      .tuple(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.constantFrom(1, 10, 1000, 1e4, 1e5),
        fc.constantFrom(-1, 1),
      )
      .map(([digits, by, step]) => (digits / by) * (1 + step * Number.EPSILON)),
  );

  test("have twelve significant digits", () => {
    fc.assert(
      fc.property(number, (value) => {
        const expected = Number.isInteger(value) ? value : Number(value.toPrecision(12));
        expect(unsigned(significant(value))).toBe(unsigned(expected));
      }),
      { numRuns: 5000 },
    );
  });

  test("have commas between thousands", () => {
    const commas = (value: number, places: number): string => {
      const [whole = "", rest] = fixed(value, places).split(".");
      const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
      return rest === undefined ? grouped : `${grouped}.${rest}`;
    };
    for (const value of [0, -0, 999, 1000, -999, -1000, 999_999.5, 1e6, -1e6, 1e20, 1e21, -1.5e21, 1e100])
      for (const places of [0, 2]) expect(RUNTIME.GR(value, places)).toBe(commas(value, places));
    expect(RUNTIME.GR(-1_234_567.891, 2)).toBe("-1,234,567.89");
    fc.assert(
      fc.property(number, fc.integer({ min: 0, max: 6 }), (value, places) => {
        expect(RUNTIME.GR(value, places)).toBe(commas(value, places));
      }),
      { numRuns: 3000 },
    );
  });
});

describe("powers", () => {
  const reference = MEANING.pow as (base: number, exponent: number) => number;

  test.each([1.5, 2, 3, 4])(
    "to %d come out alike in both evaluators, and close to the library's",
    (exponent) => {
      fc.assert(
        fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (base) => {
          const made = power(base, exponent);
          expect(made).toBe(reference(base, exponent));
          expect(Math.abs(made - base ** exponent)).toBeLessThanOrEqual(1e-14 * base ** exponent);
        }),
      );
    },
  );

  test("of less than nothing, with a root, are no numbers", () => {
    expect(power(-4, 1.5)).toBeNaN();
    expect(power(4, 1.5)).toBe(8);
  });
});

describe("data as text", () => {
  const made = (value: unknown, named?: ReadonlyMap<unknown, string>) =>
    new Function("rows", `return ${dataCode(value, named)};`)([{ key: "first" }]) as unknown;

  test("holds what it held", () => {
    const value = {
      rows: [{ key: 'a "b"\n\u2028', size: -1.5, parts: [1, null, true] }],
      index: new Map<unknown, unknown>([["a", new Map([[2, "two"]])]]),
      limits: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e-7, 0],
    };
    expect(made(value)).toEqual(value);
    expect(made(/a"\/\d/gu)).toEqual(/a"\/\d/gu);
  });

  test("what has a name is written by its name", () => {
    const row = { key: "other" };
    expect(made(new Map([["a", row]]), new Map([[row, "rows[0]"]]))).toEqual(
      new Map([["a", { key: "first" }]]),
    );
  });

  test("a field cannot become a prototype", () => {
    const trap = made(JSON.parse('{"__proto__": {"size": 1}, "key": "a"}')) as object;
    expect(Object.keys(trap)).toEqual(["__proto__", "key"]);
    expect(Object.getPrototypeOf(trap)).toBe(Object.prototype);
  });
});
