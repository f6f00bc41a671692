// Results over a range of an input: points, stretches with the same word, and their ends.

import type { RuntimeTool } from "../engine/run/tool.js";
import { ticksOf } from "../pages/figures/measure.js";
import { type JsonSchema, propertiesOf } from "../wording/field-words.js";
import { assumedOf, choicesOf, type FormInput, typesOf } from "./inputs.js";

/** Points of a sweep. */
export const POINTS = 200;
/** Bisection steps that locate the end of a stretch. */
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

/** Returns the current value of an input: given, assumed, or from an example. */
export function presentOf(tool: RuntimeTool, input: FormInput, name: string): unknown {
  const schema = propertiesOf(tool.inputSchema)[name];
  const example = tool.facts.examples.find((each) => each.input[name] !== undefined)?.input[name];
  return input[name] ?? (schema === undefined ? undefined : assumedOf(schema)) ?? example;
}

/** Returns a range around the present value, within the bounds. */
export function rangeOf(schema: JsonSchema, present: unknown): SweepRange {
  const bound = (...keys: readonly string[]) =>
    keys.map((key) => schema[key]).find((each): each is number => typeof each === "number");
  const least = bound("minimum", "exclusiveMinimum") ?? Number.NEGATIVE_INFINITY;
  const most = bound("maximum", "exclusiveMaximum") ?? Number.POSITIVE_INFINITY;
  const here = typeof present === "number" ? present : 0;
  const width = here === 0 ? Math.min(10, most - Math.max(least, 0)) : Math.abs(here);
  const from = Math.max(least, here === 0 ? 0 : here - width * 0.75);
  const to = Math.min(most, here + width);
  return from < to ? roundEnds(from, to, least, most, schema) : { from: least, to: most };
}

/** Returns round ends within the bounds. */
function roundEnds(from: number, to: number, least: number, most: number, schema: JsonSchema): SweepRange {
  const ticks = ticksOf(from, to, 7).filter(
    (tick) =>
      tick >= least && tick <= most && tick !== schema.exclusiveMinimum && tick !== schema.exclusiveMaximum,
  );
  const [first = from, last = to] = [ticks[0], ticks.at(-1)];
  return first < last ? { from: first, to: last } : { from, to };
}

/** Factors by which inputs are changed to find the most influential one. */
const NUDGES = [0.9, 1.1];

/** Returns the numeric input that changes these results most; the first on a tie. */
export function mattersMost(
  tool: RuntimeTool,
  given: FormInput,
  names: readonly string[],
  paths: readonly string[],
): string | undefined {
  const seen = (input: FormInput) => paths.map((path) => valueAt(tool, input, path));
  const now = seen(given);
  const effect = (name: string) => {
    const value = presentOf(tool, given, name);
    if (typeof value !== "number" || value === 0) return 0;
    const isWhole = typesOf(propertiesOf(tool.inputSchema)[name]).includes("integer");
    return NUDGES.reduce((sum, share) => {
      const moved = isWhole
        ? value + Math.sign(share - 1) * Math.max(1, Math.round(Math.abs(value) * 0.1))
        : value * share;
      return (
        sum +
        seen({ ...given, [name]: moved }).reduce<number>((all, each, at) => all + distance(now[at], each), 0)
      );
    }, 0);
  };
  let best: { name: string; size: number } | undefined;
  for (const name of names) {
    const size = effect(name);
    if (best === undefined || size > best.size * (1 + 1e-9)) best = { name, size };
  }
  return best?.name;
}

/** Returns the change of a result. A changed word counts as much as a change by half. */
function distance(before: unknown, after: unknown): number {
  if (after === undefined || before === undefined || before === after) return 0;
  if (typeof before === "number" && typeof after === "number")
    return Math.min(1, Math.abs(after - before) / (Math.abs(before) || 1));
  return 0.5;
}

export function pointsOf({ from, to }: SweepRange, schema: JsonSchema, present: unknown): number[] {
  const isWhole = typesOf(schema).includes("integer");
  const step = (to - from) / (POINTS - 1);
  const grid = Array.from({ length: POINTS }, (_, at) => Number((from + at * step).toPrecision(12)));
  const here = typeof present === "number" && present > from && present < to ? [present] : [];
  const all = [...grid, ...here].map((x) => (isWhole ? Math.round(x) : x));
  return [...new Set(all)].sort((a, b) => a - b);
}

/** Returns the value at a path of a result, the first within lists; undefined if the input is refused. */
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

/** A range of an input in which a result is the same word. */
export interface Stretch {
  readonly word: unknown;
  readonly from: number;
  readonly to: number;
}

/** Merges neighbouring points with the same word, and locates the ends between points. */
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
