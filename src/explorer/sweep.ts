// What a result would be over a range of an input: points, stretches of the same word, and where one ends.

import type { RuntimeTool } from "../engine/run/tool.js";
import { type JsonSchema, propertiesOf } from "../wording/field-words.js";
import { assumedOf, choicesOf, type FormInput, typesOf } from "./inputs.js";

/** Points of a sweep. */
export const POINTS = 200;
/** Halvings by which the end of a stretch is found. */
const HALVINGS = 40;

export interface SweepRange {
  readonly from: number;
  readonly to: number;
}

/** Inputs that can be varied: numbers and choices. */
export function variable(schema: JsonSchema): readonly string[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, field]) =>
    isNumber(field) || choicesOf(field) !== undefined ? [name] : [],
  );
}

export function isNumber(schema: JsonSchema | undefined): boolean {
  const types = typesOf(schema);
  return (types.includes("number") || types.includes("integer")) && schema?.enum === undefined;
}

/** What an input is now: as it was given, as it is assumed, or as an example has it. */
export function presentOf(tool: RuntimeTool, input: FormInput, name: string): unknown {
  const schema = propertiesOf(tool.inputSchema)[name];
  const example = tool.facts.examples.find((each) => each.input[name] !== undefined)?.input[name];
  return input[name] ?? (schema === undefined ? undefined : assumedOf(schema)) ?? example;
}

/** From well below to well above the present value, within its bounds. */
export function rangeOf(schema: JsonSchema, present: unknown): SweepRange {
  const bound = (...keys: readonly string[]) =>
    keys.map((key) => schema[key]).find((each): each is number => typeof each === "number");
  const least = bound("minimum", "exclusiveMinimum") ?? Number.NEGATIVE_INFINITY;
  const most = bound("maximum", "exclusiveMaximum") ?? Number.POSITIVE_INFINITY;
  const here = typeof present === "number" ? present : 0;
  const width = here === 0 ? Math.min(10, most - Math.max(least, 0)) : Math.abs(here);
  const from = Math.max(least, here === 0 ? 0 : here - width * 0.75);
  const to = Math.min(most, here + width);
  return from < to ? { from: round(from), to: round(to) } : { from: least, to: most };
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

export function pointsOf({ from, to }: SweepRange, schema: JsonSchema, present: unknown): number[] {
  const isWhole = typesOf(schema).includes("integer");
  const step = (to - from) / (POINTS - 1);
  const grid = Array.from({ length: POINTS }, (_, at) => Number((from + at * step).toPrecision(12)));
  const here = typeof present === "number" && present > from && present < to ? [present] : [];
  const all = [...grid, ...here].map((x) => (isWhole ? Math.round(x) : x));
  return [...new Set(all)].sort((a, b) => a - b);
}

/** The value at a path of a result, the first where it leads through a list; undefined where it is refused. */
export function valueAt(tool: RuntimeTool, input: FormInput, path: string): unknown {
  const outcome = tool.run(input);
  if (!outcome.ok) return undefined;
  let found: unknown = outcome.result;
  for (const name of path.split(".")) {
    if (Array.isArray(found)) [found] = found;
    found = (found as Readonly<Record<string, unknown>> | null | undefined)?.[name] ?? null;
  }
  return found;
}

/** A stretch of an input over which a result is the same word. */
export interface Stretch {
  readonly word: unknown;
  readonly from: number;
  readonly to: number;
}

/** Neighbouring points with the same word are one stretch; its ends are searched for between the points. */
export function stretchesOf(
  points: readonly number[],
  word: (x: number) => unknown,
  isWhole: boolean,
): Stretch[] {
  const stretches: { word: unknown; from: number; to: number }[] = [];
  for (const x of points) {
    const here = word(x);
    const last = stretches.at(-1);
    if (last === undefined) stretches.push({ word: here, from: x, to: x });
    else if (last.word === here) last.to = x;
    else {
      const border = isWhole ? x : borderOf(last.to, x, word, last.word);
      last.to = border;
      stretches.push({ word: here, from: border, to: x });
    }
  }
  return stretches;
}

function borderOf(low: number, high: number, word: (x: number) => unknown, below: unknown): number {
  let [from, to] = [low, high];
  for (let turn = 0; turn < HALVINGS; turn++) {
    const middle = (from + to) / 2;
    if (word(middle) === below) from = middle;
    else to = middle;
  }
  return Number(((from + to) / 2).toPrecision(6));
}
