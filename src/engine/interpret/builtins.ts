// Calls of built-in functions as closures.
import { RUNTIME } from "../run/functions.js";
import type { Typed } from "../typing/plan.js";
import { wordsOfRows } from "../typing/table-index.js";
import type { Eval, Value } from "./frames.js";
import type { EvalBuilder } from "./program.js";

type BuiltinCall = Extract<Typed, { op: "builtin" }>;
type Ranks = Readonly<Record<string, number>> | null;
type Run = (args: never[], site: number, ranks: Ranks) => Value;

export function builtin(formulas: EvalBuilder, call: BuiltinCall, chained: boolean): Eval {
  const { name, args } = call;
  const { program, site } = formulas;
  if (name === "one_of") return oneOf(formulas, args);
  if (name === "nearest") return nearest(formulas, args);
  if (name === "min" || name === "max") return extreme(formulas, call);
  const ranks = program.ranks(call.scale);
  // The root of what is not finite is not finite: one check does for both.
  if (name === "sqrt" || name === "abs") {
    const root = (of: number) => (chained ? Math.sqrt(of) : RUNTIME.FIN(Math.sqrt(of), site));
    const run = name === "sqrt" ? root : Math.abs;
    return formulas.one(args[0] as Typed, (of) => run(of as number), name === "sqrt" || chained);
  }
  const run = RUNS[name];
  if (run === undefined) throw new Error(`no function ${name}`);
  return formulas.guard(args, (values) => run(values as never[], site, ranks));
}

function extreme(formulas: EvalBuilder, { id, name, args, type, scale }: BuiltinCall): Eval {
  const { program } = formulas;
  const [sign, ranks] = [name === "min" ? -1 : 1, program.ranks(scale)];
  if (args.length === 1 && args[0]?.type.kind === "list")
    return formulas.one(args[0], (list) => RUNTIME.EXTREME(list as never, sign, ranks));
  const isNumber = type.kind === "number";
  return formulas.guard(args, (values) => {
    const numbers = values as readonly number[];
    const best = isNumber ? Math[name as "min" | "max"](...numbers) : RUNTIME.EXTREME(numbers, sign, ranks);
    program.recorder?.detail(id, { taken: numbers.indexOf(best as number) });
    return best;
  });
}

/** Whether the first is among the others; null is among them only where null is named. */
function oneOf(formulas: EvalBuilder, [of, ...words]: readonly Typed[]): Eval {
  const value = formulas.value(of as Typed);
  const others = words.map((word) => formulas.value(word));
  return (frame) => {
    const found = value(frame);
    return others.some((other) => RUNTIME.SAME(found, other(frame)));
  };
}

function nearest(formulas: EvalBuilder, args: readonly Typed[]): Eval {
  const [rows, word, count] = args as [Typed, Typed, Typed];
  if (rows.op !== "rows") throw new Error("nearest needs a table");
  const words = wordsOfRows(rows.table.def);
  const many = formulas.value(count);
  return formulas.one(word, (given, frame) => RUNTIME.NEAREST(given as string, words, many(frame) as number));
}

const text =
  (run: (...texts: string[]) => Value): Run =>
  (args) =>
    run(...(args as string[]));
const number =
  (run: (...numbers: number[]) => number): Run =>
  (args) =>
    run(...(args as number[]));
const finite =
  (run: (...numbers: number[]) => number): Run =>
  (args, site) =>
    RUNTIME.FIN(run(...(args as number[])), site);

const RUNS: Readonly<Record<string, Run>> = {
  exp: finite(Math.exp),
  log: finite(Math.log),
  sin: number(Math.sin),
  cos: number(Math.cos),
  tan: finite(Math.tan),
  asin: finite(Math.asin),
  acos: finite(Math.acos),
  atan: number(Math.atan),
  ceil: number(RUNTIME.CEIL),
  floor: number(RUNTIME.FLOOR),
  round: number(RUNTIME.R),
  significant: finite(RUNTIME.SIG),
  clamp: number((x, low, high) => Math.min(Math.max(x, low), high)),
  interpolate: ([x, xs, ys], site) => RUNTIME.INT(x as never, xs as never, ys as never, site),
  count: ([list]) => (list as unknown as readonly Value[]).length,
  sum: ([list], site) => RUNTIME.SUM(list as never, site),
  first: ([list]) => (list as unknown as readonly Value[])[0] ?? null,
  last: ([list]) => (list as unknown as readonly Value[]).at(-1) ?? null,
  take: ([list, count]) => (list as unknown as readonly Value[]).slice(0, count),
  has: ([list, item]) => RUNTIME.HAS(list as never, item),
  concat: (lists) => (lists as Value[][]).flat(),
  lower: text((of) => of.toLowerCase()),
  upper: text((of) => of.toUpperCase()),
  trim: text((of) => of.trim()),
  replace: text((of, pattern = "", by = "") => of.replace(new RegExp(pattern, "gu"), by)),
  split: text((of, by = "") => of.split(by)),
  number: text(RUNTIME.NUM),
  in_words: ([of]) => RUNTIME.WORDS(of as never),
  long_date: text(RUNTIME.LONG),
  steps_above: ([a, b], _, ranks) => (ranks?.[a as never] ?? 0) - (ranks?.[b as never] ?? 0),
  starts_with: text((of, start = "") => of.startsWith(start)),
  ends_with: text((of, end = "") => of.endsWith(end)),
  contains: text((of, piece = "") => of.includes(piece)),
  year: text((date) => Number(date.slice(0, 4))),
  month: text((date) => Number(date.slice(5, 7))),
  day: text((date) => Number(date.slice(8, 10))),
  add_days: ([date, days], site) => RUNTIME.LATER(date as never, 0, days as never, site),
  add_months: ([date, months], site) => RUNTIME.LATER(date as never, months as never, 0, site),
};
