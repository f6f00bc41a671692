// Random mistakes in the project's definitions: almost all are detected at their location by `check`, or by a golden
// case or promise, and suggested replacements are correct.
import { beforeAll, describe, expect, test } from "vitest";
import { KINDS } from "../instruments/plant/kinds.js";
import { isTold, type Planted, Planter, tableOf } from "../instruments/plant/plant.js";

const SEED = "plumbline";
const OF_EACH = 2;
/** Minimum percentage of detected mistakes. */
const LEAST_TOLD = 95;

/** Kinds that no check can detect without guessing about prose, order or new choices. */
const GUESSES = new Set([
  "prose: a number in place of its braces",
  "prose: a day in place of its braces",
  "prose: a number with commas in place of its braces",
  "prose: a number word in place of its braces",
  "table: two rows swapped",
  "figure: a range that runs backwards",
  "choice: a new one",
  "choice: two new ones",
  "choice: a new one with a title",
]);
const checked = KINDS.filter(({ name }) => !GUESSES.has(name));

const planted: Planted[] = [];

beforeAll(() => {
  const planter = new Planter(SEED);
  for (const kind of checked) planted.push(...planter.plant(kind, OF_EACH));
}, 900_000);

describe("mistakes planted at random", () => {
  test("every kind finds places", () => {
    expect([...new Set(planted.map(({ kind }) => kind))]).toEqual(checked.map(({ name }) => name));
    expect(checked.length).toBe(KINDS.length - GUESSES.size);
  });

  test(`at least ${LEAST_TOLD} of a hundred are told`, () => {
    const told = planted.filter(isTold);
    expect((100 * told.length) / planted.length, tableOf(planted)).toBeGreaterThanOrEqual(LEAST_TOLD);
  });

  test("a word that a hint proposes mends the mistake", () => {
    expect(planted.filter(({ verdict }) => verdict === "unmended")).toEqual([]);
    expect(planted.some(({ verdict }) => verdict === "mended")).toBe(true);
  });
});
