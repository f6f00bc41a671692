// Finds the smallest change of each input that reaches a better verdict.
import type { RuntimeTool } from "../engine/run/tool.js";
import { type JsonSchema, propertiesOf } from "../wording/field-words.js";
import { choicesOf, type FormInput, sameValue, typesOf } from "./inputs.js";
import { isNumber, presentOf, valueAt } from "./sweep.js";
import { betterVerdicts } from "./words.js";

/** A change of one input, and the verdict that it reaches. */
export interface GoalChange {
  readonly name: string;
  readonly value: unknown;
  readonly now: unknown;
  readonly verdict: unknown;
  /** Change as a part of the present value; another choice counts as 1. */
  readonly effort: number;
}

/** Parts of the present value that are tried in both directions. */
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 0.95, 1.25, 1.5, 2, 3, 4];
const HALVINGS = 16;
const MOST_CHOICES = 12;

/** Returns the function that finds the smallest change of an input; undefined if no change within its bounds helps. */
export function wayFinder(
  tool: RuntimeTool,
  given: FormInput,
): { readonly names: readonly string[]; find(name: string): GoalChange | undefined } {
  const { verdict = "", tones = {} } = tool.facts.headline ?? {};
  const fields = propertiesOf(tool.inputSchema);
  const better = betterVerdicts(tones, valueAt(tool, given, verdict));
  const isBetter = (name: string, value: unknown) =>
    better.includes(String(valueAt(tool, { ...given, [name]: value }, verdict)));
  const wayTo = (name: string, now: unknown, value: unknown, effort: number): GoalChange => ({
    ...{ name, now, value, effort },
    verdict: valueAt(tool, { ...given, [name]: value }, verdict),
  });
  const findNumber = (name: string, now: number, schema: JsonSchema): GoalChange | undefined => {
    const found = [-1, 1].flatMap((way) => {
      const value = smallest(now, way, schema, (each) => isBetter(name, each));
      return value === undefined ? [] : [value];
    });
    const [value] = found.sort((a, b) => Math.abs(a - now) - Math.abs(b - now));
    return value === undefined
      ? undefined
      : wayTo(name, now, value, Math.abs(value - now) / (Math.abs(now) || 1));
  };
  return {
    names: Object.keys(given).filter(
      (name) => isNumber(fields[name]) || choicesOf(fields[name] ?? {}) !== undefined,
    ),
    find(name) {
      const schema = fields[name] ?? {};
      const now = presentOf(tool, given, name);
      if (isNumber(schema)) return typeof now === "number" ? findNumber(name, now, schema) : undefined;
      const others = (choicesOf(schema) ?? []).filter((each) => !sameValue(each, now)).slice(0, MOST_CHOICES);
      const value = others.find((each) => isBetter(name, each));
      return value === undefined ? undefined : wayTo(name, now, value, 1);
    },
  };
}

/** Returns the nearest value in one direction that is better, rounded to as few digits as keep it so. */
function smallest(
  now: number,
  way: number,
  schema: JsonSchema,
  isBetter: (value: number) => boolean,
): number | undefined {
  const bound = (keys: readonly string[], none: number) =>
    keys.map((key) => schema[key]).find((each) => typeof each === "number") ?? none;
  const least = bound(["minimum", "exclusiveMinimum"], Number.NEGATIVE_INFINITY);
  const most = bound(["maximum", "exclusiveMaximum"], Number.POSITIVE_INFINITY);
  const isWhole = typesOf(schema).includes("integer");
  const width = Math.abs(now) || 1;
  let last = now;
  for (const step of STEPS) {
    const moved = now + way * Math.max(step * width, isWhole ? 1 : 0);
    const value = isWhole ? Math.round(moved) : moved;
    if (value < least || value > most || (value < 0 && now >= 0)) return undefined;
    if (value === last) continue;
    if (isBetter(value)) return rounded(last, value, way, isWhole, isBetter);
    last = value;
  }
  return undefined;
}

function rounded(
  worse: number,
  better: number,
  way: number,
  isWhole: boolean,
  isBetter: (value: number) => boolean,
): number {
  let [from, to] = [worse, better];
  for (let turn = 0; turn < HALVINGS && (!isWhole || Math.abs(to - from) > 1); turn++) {
    const middle = isWhole ? Math.round((from + to) / 2) : (from + to) / 2;
    if (isBetter(middle)) to = middle;
    else from = middle;
  }
  if (isWhole) return to;
  for (const digits of [3, 4]) {
    const unit = 10 ** (Math.floor(Math.log10(Math.abs(to) || 1)) + 1 - digits);
    const value = Number(((way < 0 ? Math.floor(to / unit) : Math.ceil(to / unit)) * unit).toPrecision(12));
    if (Math.abs(value - to) <= Math.abs(to - worse) / 4 && isBetter(value)) return value;
  }
  return to;
}
