// Test values for one input: every word, both booleans, and numbers and dates at and near bounds and limits of the
// definition.
import { type Expr, partsOf } from "../../engine/language/formula.js";
import { daysLater, isDateText } from "../../engine/language/types.js";
import type { Tool } from "../../engine/tool.js";
import type { JsonSchema } from "../../wording/field-words.js";
import { visitTool } from "../visit.js";

/** Maximum size of a whole-number range that is listed completely. */
const FEW = 24;
/** Limits of a definition tried for each number. */
const MOST_LIMITS = 40;

/** Sorted numbers and dates at which the rules of a definition may change. */
export interface TurningPoints {
  readonly numbers: readonly number[];
  readonly days: readonly string[];
}

/** Returns all possible values, or undefined if there are too many. */
export function allValues(schema: JsonSchema): readonly unknown[] | undefined {
  if ("const" in schema) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  if (schema.type === "boolean") return [false, true];
  const [low, high] = [schema.minimum, schema.maximum];
  if (schema.type !== "integer" || typeof low !== "number" || typeof high !== "number") return undefined;
  const first = Math.ceil(low);
  const count = Math.floor(high) - first + 1;
  return count > FEW ? undefined : Array.from({ length: count }, (_, at) => first + at);
}

/** Returns all values if there are few, else bounds, limits and their neighbours, sorted. */
export function turningValues(schema: JsonSchema, { numbers, days }: TurningPoints): readonly unknown[] {
  const all = allValues(schema);
  if (all !== undefined) return all;
  if (schema.format === "date") return turningDays(schema, days);
  if (schema.type !== "number" && schema.type !== "integer") return [];
  const whole = schema.type === "integer";
  const bounds = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"].flatMap((key) => {
    const bound = schema[key];
    return typeof bound === "number" ? [bound] : [];
  });
  const [least, most] = [Math.min(...bounds), Math.max(...bounds)];
  const inside = (value: number) => !(value < least) && !(value > most);
  const near = thinned(numbers.filter(inside), MOST_LIMITS);
  const found = [...bounds, ...near, 0, 1].flatMap((value) => besides(value, whole)).filter(inside);
  return [...new Set(found)].sort((a, b) => a - b);
}

function turningDays({ formatMinimum, formatMaximum }: JsonSchema, days: readonly string[]): string[] {
  const bounds = [formatMinimum, formatMaximum].filter((bound) => typeof bound === "string");
  const [first = "", last = "9999-12-31"] = [formatMinimum, formatMaximum] as (string | undefined)[];
  const found = [...bounds, ...days].flatMap((day) => [-1, 0, 1].map((step) => daysLater(day, step)));
  return [...new Set(found)].filter((day) => first <= day && day <= last).sort();
}

function besides(value: number, whole: boolean): number[] {
  if (whole) return [Math.floor(value) - 1, Math.floor(value), Math.floor(value) + 1];
  const step = Math.max(Math.abs(value) * 1e-6, 1e-6);
  return [value - step, value, value + step].map((each) => Number(each.toPrecision(12)));
}

/** Collects limits from formulas, constants, bands and dates of rows. */
export function limitsOf({ plan }: Tool): TurningPoints {
  const found = new Set<number>();
  const days = new Set<string>([plan.def.edition]);
  visitTool(plan.def, "all", {
    formula: ({ it }) => {
      for (const value of literalsIn(it.expr))
        if (typeof value === "number") found.add(value);
        else if (isDateText(value)) days.add(value);
    },
    constant: ({ constant }) => {
      if (typeof constant === "number") found.add(constant);
    },
    table: ({ keys, rows, periods }) => {
      for (const { from, until } of periods) for (const day of [from, until]) if (day !== null) days.add(day);
      for (const { name, kind } of keys)
        if (kind !== "equal" && kind !== "one_of")
          for (const row of rows) {
            const cell = row[name];
            if (typeof cell === "number" && Number.isFinite(cell)) found.add(cell);
          }
    },
  });
  return { numbers: [...found].sort((a, b) => a - b), days: [...days].sort() };
}

export function literalsIn(expr: Expr): (number | string)[] {
  return partsOf(expr).flatMap((part) =>
    part.kind === "number" || part.kind === "text" ? [part.value] : [],
  );
}

/** Returns at most `most` items, evenly spread. */
export function thinned<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)] as T);
}
