// Values of one input that are worth trying: every word, both truths, and numbers at bounds, at limits that stand in the
// definition, and just beside them.
import type { Expr } from "../../engine/language/formula.js";
import type { Tool } from "../../engine/tool.js";
import { visitTool } from "../visit.js";
import type { Schema } from "./paths.js";

/** Whole numbers of a range are listed up to so many. */
const FEW = 24;
/** Limits of a definition that are tried for each number. */
const MOST_LIMITS = 40;

/** All values there are, where they are few; undefined where they are not. */
export function allValues(schema: Schema): readonly unknown[] | undefined {
  if ("const" in schema) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  if (schema.type === "boolean") return [false, true];
  const [low, high] = [schema.minimum, schema.maximum];
  if (schema.type !== "integer" || typeof low !== "number" || typeof high !== "number") return undefined;
  const first = Math.ceil(low);
  const count = Math.floor(high) - first + 1;
  return count > FEW ? undefined : Array.from({ length: count }, (_, at) => first + at);
}

/** Values at which something may turn: all of few, else bounds, limits and their neighbours, sorted. */
export function turningValues(schema: Schema, limits: readonly number[]): readonly unknown[] {
  const all = allValues(schema);
  if (all !== undefined) return all;
  if (schema.type !== "number" && schema.type !== "integer") return [];
  const whole = schema.type === "integer";
  const bounds = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"].flatMap((key) => {
    const bound = schema[key];
    return typeof bound === "number" ? [bound] : [];
  });
  const [least, most] = [Math.min(...bounds), Math.max(...bounds)];
  const inside = (value: number) => !(value < least) && !(value > most);
  const near = thinned(limits.filter(inside), MOST_LIMITS);
  const found = [...bounds, ...near, 0, 1].flatMap((value) => besides(value, whole)).filter(inside);
  return [...new Set(found)].sort((a, b) => a - b);
}

function besides(value: number, whole: boolean): number[] {
  if (whole) return [Math.floor(value) - 1, Math.floor(value), Math.floor(value) + 1];
  const step = Math.max(Math.abs(value) * 1e-6, 1e-6);
  return [value - step, value, value + step].map((each) => Number(each.toPrecision(12)));
}

/** Numbers of the definition at which its rules may turn: of formulas, constants and the limits of bands. */
export function limitsOf({ plan }: Tool): number[] {
  const found = new Set<number>();
  const used = new Set<object>([
    ...plan.def.values,
    ...plan.def.tables.values(),
    ...plan.def.calculations.values(),
  ]);
  visitTool(plan.def, used, {
    formula: ({ it }) => {
      for (const value of numbersIn(it.expr)) found.add(value);
    },
    constant: ({ constant }) => {
      if (typeof constant === "number") found.add(constant);
    },
    table: ({ keys, rows }) => {
      for (const { name, kind } of keys)
        if (kind !== "equal" && kind !== "one_of")
          for (const row of rows) {
            const cell = row[name];
            if (typeof cell === "number" && Number.isFinite(cell)) found.add(cell);
          }
    },
  });
  return [...found].sort((a, b) => a - b);
}

function numbersIn(expr: Expr): number[] {
  switch (expr.kind) {
    case "number":
      return [expr.value];
    case "field":
      return numbersIn(expr.of);
    case "index":
      return [...numbersIn(expr.of), ...numbersIn(expr.by)];
    case "call":
    case "operator":
      return expr.args.flatMap(numbersIn);
    case "list":
      return expr.items.flatMap(numbersIn);
    default:
      return [];
  }
}

/** At most so many of a list, spread over it evenly. */
export function thinned<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)] as T);
}
