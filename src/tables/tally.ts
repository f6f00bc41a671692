// Counts over a table: rows, verdicts, extremes of the headline's numbers and errors by kind. Tallies of parts add up to that
// of the whole, in the same memory for a table of any length.
import type { Headline } from "../engine/language/headline.js";
import type { InputProblem } from "../engine/run/validate.js";
import { pathReader } from "./columns.js";
import type { TableRow } from "./rows.js";

/** Titles of the kinds of rows that are set aside. */
export const ASIDE_TITLES: Readonly<Record<string, string>> = {
  blank: "blank",
  heading: "a heading",
  total: "a sum of other rows",
  "no inputs": "no inputs",
  "headings again": "the headings again",
};

export interface Extremes {
  count: number;
  sum: number;
  min: number;
  minLine: number;
  max: number;
  maxLine: number;
  /** Sums by verdict. */
  readonly sums: Record<string, number>;
}

/** All values in the order of rows, or every second, fourth, eighth: as many from the first rows as from the last. */
export interface Sample {
  every: number;
  values: number[];
}

export interface RowCount {
  count: number;
  /** Where it was first seen. */
  line: number;
}

export interface Tally {
  rows: number;
  /** Rows with refused input, broken lines among them. */
  refused: number;
  broken: number;
  readonly verdicts: Record<string, number>;
  readonly numbers: Record<string, Extremes>;
  /** By kind of error without its value, with the line of the first one. */
  readonly errors: Record<string, RowCount>;
  /** Rows that are no cases, by kind; `rows` does not count them. */
  readonly aside: Record<string, RowCount>;
  /** Rows of which something was left out or read otherwise. */
  noted: number;
  /** Words that no choice has, by field. */
  readonly unknown: Record<string, Record<string, RowCount>>;
  /** Values of the headline's numbers, for a figure. */
  readonly samples: Record<string, Sample>;
  /** Whether a part was not UTF-8. */
  foreign: boolean;
}

const MOST_KINDS = 50;
const MOST_SAMPLES = 4096;
const OTHER = "others";

export function emptyTally(): Tally {
  return {
    rows: 0,
    refused: 0,
    broken: 0,
    verdicts: {},
    numbers: {},
    errors: {},
    samples: {},
    aside: {},
    noted: 0,
    unknown: {},
    foreign: false,
  };
}

export function addTally(whole: Tally, part: Tally): void {
  whole.rows += part.rows;
  whole.refused += part.refused;
  whole.broken += part.broken;
  whole.foreign ||= part.foreign;
  for (const [word, count] of Object.entries(part.verdicts))
    whole.verdicts[word] = (whole.verdicts[word] ?? 0) + count;
  whole.noted += part.noted;
  for (const [kind, { count, line }] of Object.entries(part.errors)) countIn(whole.errors, kind, line, count);
  for (const [kind, { count, line }] of Object.entries(part.aside)) countIn(whole.aside, kind, line, count);
  for (const [field, words] of Object.entries(part.unknown))
    for (const [word, { count, line }] of Object.entries(words)) countWord(whole, field, word, line, count);
  for (const [path, other] of Object.entries(part.numbers)) addExtremes(whole, path, other);
  for (const [path, other] of Object.entries(part.samples)) {
    const own = whole.samples[path] ?? { every: 1, values: [] };
    const [first, second] = [thinned(own, other.every), thinned(other, own.every)];
    const both = { every: first.every, values: [...first.values, ...second.values] };
    whole.samples[path] = both.values.length > MOST_SAMPLES ? thinned(both, 2 * both.every) : both;
  }
}

function thinned({ every, values }: Sample, least: number): Sample {
  if (every >= least) return { every, values };
  return thinned({ every: 2 * every, values: values.filter((_, at) => at % 2 === 0) }, least);
}

/** Counts rows into a tally. */
export class Counter {
  readonly tally: Tally;
  private readonly verdictOf: ReturnType<typeof pathReader> | undefined;
  private readonly numbers: readonly {
    readonly path: string;
    readonly read: ReturnType<typeof pathReader>;
  }[];

  constructor({ verdict, numbers = [] }: Headline, foreign = false) {
    this.tally = { ...emptyTally(), foreign };
    this.verdictOf = verdict === undefined ? undefined : pathReader(verdict);
    this.numbers = numbers.map((path) => ({ path, read: pathReader(path) }));
  }

  computed(result: Readonly<Record<string, unknown>>, line: number): void {
    const { tally } = this;
    tally.rows++;
    const word = this.verdictOf === undefined ? "" : String(this.verdictOf(result));
    if (this.verdictOf !== undefined) tally.verdicts[word] = (tally.verdicts[word] ?? 0) + 1;
    for (const { path, read } of this.numbers) {
      const value = read(result);
      if (typeof value === "number") countNumber(tally, path, value, line, word);
    }
  }

  broken(fault: string, line: number): void {
    this.tally.rows++;
    this.tally.broken++;
    this.tally.refused++;
    countIn(this.tally.errors, fault, line, 1);
  }

  aside(kind: string, line: number): void {
    countIn(this.tally.aside, kind, line, 1);
  }

  /** Counts notes and unknown words of a row. */
  read({ line, notes = [], unknown = [] }: TableRow): void {
    if (notes.length > 0) this.tally.noted++;
    for (const { field, word } of unknown) countWord(this.tally, field, word, line, 1);
  }

  /** The kind of a problem is its sentence without the value that was sent. */
  refused(problems: readonly InputProblem[], line: number): void {
    this.tally.rows++;
    this.tally.refused++;
    for (const { message } of problems)
      countIn(this.tally.errors, message.replace(/,? not .*$/s, "."), line, 1);
  }
}

function countNumber(tally: Tally, path: string, value: number, line: number, verdict: string): void {
  const { numbers, samples } = tally;
  const sample = samples[path] ?? { every: 1, values: [] };
  if ((numbers[path]?.count ?? 0) % sample.every === 0) sample.values.push(value);
  samples[path] = sample.values.length > MOST_SAMPLES ? thinned(sample, 2 * sample.every) : sample;
  const [min, max] = [value, value];
  const sums = { [verdict]: value };
  addExtremes(tally, path, { count: 1, sum: value, min, minLine: line, max, maxLine: line, sums });
}

function addExtremes({ numbers }: Tally, path: string, other: Extremes): void {
  const own = numbers[path];
  if (own === undefined) {
    numbers[path] = { ...other, sums: { ...other.sums } };
    return;
  }
  for (const [word, sum] of Object.entries(other.sums)) own.sums[word] = (own.sums[word] ?? 0) + sum;
  own.count += other.count;
  own.sum += other.sum;
  if (other.min < own.min) [own.min, own.minLine] = [other.min, other.minLine];
  if (other.max > own.max) [own.max, own.maxLine] = [other.max, other.maxLine];
}

function countIn(kinds: Record<string, RowCount>, kind: string, line: number, count: number): void {
  const known = kinds[kind];
  const full = known === undefined && Object.keys(kinds).length >= MOST_KINDS;
  const name = full ? OTHER : kind;
  const counted = kinds[name];
  if (counted === undefined) kinds[name] = { count, line };
  else counted.count += count;
}

function countWord({ unknown }: Tally, field: string, word: string, line: number, count: number): void {
  unknown[field] ??= {};
  countIn(unknown[field], word, line, count);
}
