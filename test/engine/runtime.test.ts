// Fast implementations of runtime functions give exactly the results of simple ones.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dataCode } from "../../src/engine/compile/data.js";
import { later, toFigures } from "../../src/engine/functions/evaluation.js";
import {
  ceil as ceilOf,
  fixed,
  floor as floorOf,
  power,
  round as rounded,
  significant,
} from "../../src/engine/language/numbers.js";
import { RUNTIME } from "../../src/engine/run/functions.js";
import { FUNCTIONS } from "../../src/independent/functions.js";

const floor = FUNCTIONS.floor as (value: number) => number;
const ceil = FUNCTIONS.ceil as (value: number) => number;
/** The sign of zero is dropped when results are written. */
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
    // Nearly a whole number counts as that number.
    [3.0000000000000004, 3, 3],
    [2.9999999999999996, 3, 3],
    [100.00000005, 100, 100],
    [99.99999995, 100, 100],
    [1e-12, 0, 0],
    [-1e-12, 0, 0],
    // Larger differences do not.
    [3.00000001, 3, 4],
    [2.99999999, 2, 3],
    [1e-8, 0, 1],
    [-1e-8, -1, 0],
  ])("of %d", (value, below, above) => {
    for (const [down, up] of [
      [floorOf, ceilOf],
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
        expect(floorOf(value)).toBe(floor(value));
        expect(ceilOf(value)).toBe(ceil(value));
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
    // The next representable number after a short one.
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
  const reference = FUNCTIONS.pow as (base: number, exponent: number) => number;

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

describe("days", () => {
  const { add_days, add_months } = FUNCTIONS as Record<string, (date: string, count: number) => string>;
  const ways = {
    days: [(date: string, count: number) => later(date, 0, count, 0), add_days],
    months: [(date: string, count: number) => later(date, count, 0, 0), add_months],
  } as const;
  /** Returns the date, or undefined if it is refused. */
  const tried = (way: ((date: string, count: number) => string) | undefined, date: string, count: number) => {
    try {
      return way?.(date, count);
    } catch {
      return;
    }
  };

  test.each([
    ["days", "0050-06-15", 60, undefined],
    ["months", "0050-06-15", 2, undefined],
    ["days", "1000-01-01", -1, undefined],
    ["days", "9999-12-31", 1, undefined],
    ["months", "0050-06-15", 12_000, "1050-06-15"],
    ["days", "1000-01-01", 0, "1000-01-01"],
    ["months", "1049-11-30", -600, undefined],
    ["months", "2026-08-31", 6, "2027-02-28"],
  ] as const)("%s after %s: %d", (unit, date, count, expected) => {
    for (const way of ways[unit]) expect(tried(way, date, count)).toBe(expected);
  });

  test.each(["days", "months"] as const)("of any year are the same in both evaluators: %s", (unit) => {
    const day = fc.date({ min: new Date("0000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
    const count = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -40_000, max: 40_000 }));
    fc.assert(
      fc.property(day, count, (date, by) => {
        const [compiled, reference] = ways[unit].map((way) =>
          tried(way, date.toISOString().slice(0, 10), by),
        );
        expect(compiled).toBe(reference);
        if (compiled !== undefined && unit === "days")
          expect(Date.parse(compiled)).toBe(Math.floor(date.getTime() / 864e5 + by) * 864e5);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("significant figures", () => {
  const reference = FUNCTIONS.significant as (value: number, count: number) => number;

  test.each([
    [1e300, 3, 1e300],
    [1.2345e-300, 3, 1.23e-300],
    [9.996e139, 3, 1e140],
    [154_176, 3, 154_000],
    [-0, 2, 0],
  ])("of %d: %d", (value, count, expected) => {
    expect(toFigures(value, count)).toBe(expected);
    expect(reference(value, count)).toBe(expected);
  });

  test("are the same in both evaluators", () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e308, max: 1e308 });
    fc.assert(
      fc.property(number, fc.integer({ min: 1, max: 15 }), (value, count) => {
        expect(unsigned(toFigures(value, count))).toBe(unsigned(reference(value, count)));
      }),
      { numRuns: 5000 },
    );
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
