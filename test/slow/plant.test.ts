// Mistakes of every kind that people make, planted at random in our own definitions: almost all are told, at their place by
// `check`, or by a golden case or a promise; and what a hint proposes mends them.
import { beforeAll, describe, expect, test } from "vitest";
import { KINDS } from "../instruments/plant/kinds.js";
import { isTold, type Planted, Planter, tableOf } from "../instruments/plant/plant.js";

const SEED = "plumbline";
const OF_EACH = 2;
/** Of a hundred mistakes, those that are told. */
const LEAST_TOLD = 95;

/** Kinds that a file alone does not show without a guess at prose, at order or at what a new choice means. */
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
