// Interprets calls of built-in functions.
import { PLAN_FUNCTIONS } from "../functions/all.js";
import type { FunctionCall } from "../functions/builtin.js";
import { RUNTIME } from "../run/functions.js";
import type { Typed } from "../typing/plan.js";
import { wordsOfRows } from "../typing/table-index.js";
import type { Eval, Value } from "./frames.js";
import type { EvalBuilder } from "./program.js";

type BuiltinCall = Extract<Typed, { op: "builtin" }>;

export function builtin(formulas: EvalBuilder, call: BuiltinCall, chained: boolean): Eval {
  const { id, name, args } = call;
  const { site } = formulas;
  const { recorder } = formulas.program;
  if (name === "nearest") return nearest(formulas, args);
  const declared = PLAN_FUNCTIONS[name];
  if (declared === undefined) throw new Error(`no function ${name}`);
  const { overflow, picks, anyOf } = declared;
  const run = declared.evaluate(callOf(formulas, call)) as (...values: readonly Value[]) => Value;
  if (anyOf) {
    const [first, ...others] = args.map((arg) => formulas.value(arg)) as [Eval, ...Eval[]];
    return (frame) => {
      const found = first(frame);
      return others.some((other) => run(found, other(frame)) === true);
    };
  }
  if (overflow === "root" || overflow === "kept") {
    const isChecked = overflow === "root" && !chained;
    const checked = (of: Value) => RUNTIME.FIN(run(of) as number, site);
    return formulas.one(args[0] as Typed, isChecked ? checked : run, overflow === "root" || chained);
  }
  if (overflow === "checked")
    return formulas.guard(args, (values) => RUNTIME.FIN(run(...values) as number, site));
  if (!picks || recorder === undefined || args.length === 1)
    return formulas.guard(args, (values) => run(...values));
  return formulas.guard(args, (values) => {
    const picked = run(...values);
    recorder.detail(id, { taken: values.indexOf(picked) });
    return picked;
  });
}

function callOf({ program, site }: EvalBuilder, { args, type, scale }: BuiltinCall): FunctionCall {
  const literal = (at: number) => {
    const arg = args[at];
    return arg?.op === "literal" ? arg.value : undefined;
  };
  return { args: args.map((arg) => arg.type), type, site, ranks: program.ranks(scale), literal };
}

function nearest(formulas: EvalBuilder, args: readonly Typed[]): Eval {
  const [rows, word, count] = args as [Typed, Typed, Typed];
  if (rows.op !== "rows") throw new Error("nearest needs a table");
  const words = wordsOfRows(rows.table.def);
  const many = formulas.value(count);
  return formulas.one(word, (given, frame) => RUNTIME.NEAREST(given as string, words, many(frame) as number));
}
