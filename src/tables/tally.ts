// What is counted over a table: rows, verdicts, extremes of the headline's numbers and errors by kind. Tallies of parts
// add up to that of the whole, and take the same memory however long the table is.
import type { Headline } from "../engine/language/headline.js";
import type { InputProblem } from "../engine/run/validate.js";
import { pathReader } from "./columns.js";

export interface Extremes {
  count: number;
  sum: number;
  min: number;
  minLine: number;
  max: number;
  maxLine: number;
}

/** All values in the order of rows, or every second, fourth, eighth: as many from the first rows as from the last. */
export interface Sample {
  every: number;
  values: number[];
}

export interface Tally {
  rows: number;
  /** Rows whose input was refused, broken lines among them. */
  refused: number;
  broken: number;
  readonly verdicts: Record<string, number>;
  readonly numbers: Record<string, Extremes>;
  /** By what is wrong, the values left out; with the line where it was first seen. */
  readonly errors: Record<string, { count: number; line: number }>;
  /** Values of the headline's numbers, for a figure. */
  readonly samples: Record<string, Sample>;
  /** Whether a part was not UTF-8. */
  foreign: boolean;
}

const MOST_KINDS = 50;
const MOST_SAMPLES = 4096;
const OTHER = "other errors";

export function emptyTally(): Tally {
  return {
    rows: 0,
    refused: 0,
    broken: 0,
    verdicts: {},
    numbers: {},
    errors: {},
    samples: {},
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
  for (const [kind, { count, line }] of Object.entries(part.errors)) countError(whole, kind, line, count);
  for (const [path, other] of Object.entries(part.numbers)) {
    const own = whole.numbers[path];
    if (own === undefined) whole.numbers[path] = { ...other };
    else {
      own.count += other.count;
      own.sum += other.sum;
      if (other.min < own.min) [own.min, own.minLine] = [other.min, other.minLine];
      if (other.max > own.max) [own.max, own.maxLine] = [other.max, other.maxLine];
    }
  }
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

/** Counts rows into one tally after the other. What it calls for each row is made once for all of them. */
export class Counter {
  private tally = emptyTally();
  private readonly verdictOf: Read | undefined;
  private readonly numbers: readonly NumberCount[];
  /** Those that a row had a number for, in the order in which they came. */
  private seen: NumberCount[] = [];
  /** In a map: an object would be of another shape in each part. */
  private readonly verdicts = new Map<string, number>();

  constructor({ verdict, numbers = [] }: Headline) {
    this.verdictOf = verdict === undefined ? undefined : pathReader(verdict);
    this.numbers = numbers.map((path) => new NumberCount(path));
  }

  computed(result: Readonly<Record<string, unknown>>, line: number): void {
    this.tally.rows++;
    if (this.verdictOf !== undefined) {
      const word = String(this.verdictOf(result));
      this.verdicts.set(word, (this.verdicts.get(word) ?? 0) + 1);
    }
    for (const number of this.numbers) {
      const value = number.read(result);
      if (typeof value === "number" && number.add(value, line)) this.seen.push(number);
    }
  }

  broken(fault: string, line: number): void {
    this.tally.rows++;
    this.tally.broken++;
    this.tally.refused++;
    countError(this.tally, fault, line, 1);
  }

  /** The kind of a problem is its sentence without the value that was sent. */
  refused(problems: readonly InputProblem[], line: number): void {
    this.tally.rows++;
    this.tally.refused++;
    for (const { message } of problems) countError(this.tally, message.replace(/,? not .*$/s, "."), line, 1);
  }

  /** What was counted; the next row begins a new tally. */
  take(foreign: boolean): Tally {
    const { tally } = this;
    tally.foreign = foreign;
    for (const [word, count] of this.verdicts) tally.verdicts[word] = count;
    for (const number of this.seen) {
      tally.numbers[number.path] = number.extremes;
      tally.samples[number.path] = number.sample;
      number.clear();
    }
    this.seen = [];
    this.verdicts.clear();
    this.tally = emptyTally();
    return tally;
  }
}

type Read = ReturnType<typeof pathReader>;

/** A number of the headline. It is held in arrays of one type, so that whole numbers and others are counted by the same code. */
class NumberCount {
  readonly read: Read;
  private readonly values = new Float64Array(MOST_SAMPLES + 1);
  /** Sum, least and greatest. */
  private readonly found = new Float64Array(3);
  private kept = 0;
  private every = 1;
  private count = 0;
  private minLine = 0;
  private maxLine = 0;

  constructor(readonly path: string) {
    this.read = pathReader(path);
  }

  /** Tells whether it is the first. */
  add(value: number, line: number): boolean {
    const { values, found } = this;
    const first = this.count === 0;
    if (this.count++ % this.every === 0) {
      values[this.kept++] = value;
      if (this.kept > MOST_SAMPLES) {
        this.every *= 2;
        this.kept = Math.ceil(this.kept / 2);
        for (let at = 0; at < this.kept; at++) values[at] = values[2 * at] ?? 0;
      }
    }
    found[0] = (found[0] ?? 0) + value;
    if (first || value < (found[1] ?? 0)) {
      found[1] = value;
      this.minLine = line;
    }
    if (first || value > (found[2] ?? 0)) {
      found[2] = value;
      this.maxLine = line;
    }
    return first;
  }

  get sample(): Sample {
    const values: number[] = [];
    for (let at = 0; at < this.kept; at++) values.push(this.values[at] ?? 0);
    return { every: this.every, values };
  }

  get extremes(): Extremes {
    const [sum = 0, min = 0, max = 0] = this.found;
    const { count, minLine, maxLine } = this;
    return { count, sum, min, minLine, max, maxLine };
  }

  clear(): void {
    this.kept = this.count = 0;
    this.every = 1;
    this.found.fill(0);
  }
}

function countError(tally: Tally, kind: string, line: number, count: number): void {
  const known = tally.errors[kind];
  const full = known === undefined && Object.keys(tally.errors).length >= MOST_KINDS;
  const name = full ? OTHER : kind;
  const counted = tally.errors[name];
  if (counted === undefined) tally.errors[name] = { count, line };
  else counted.count += count;
}
