// Compiles calls of built-in functions.
import { PLAN_FUNCTIONS } from "../functions/all.js";
import type { CodeCall } from "../functions/builtin.js";
import type { Typed } from "../typing/plan.js";
import type { Writer } from "./writer.js";

type BuiltinCall = Extract<Typed, { op: "builtin" }>;

export function builtinCode(code: Writer, call: BuiltinCall, chained: boolean): string {
  const { name, args } = call;
  if (name === "nearest") {
    const [rows, word, count] = args as [Typed, Typed, Typed];
    return code.guard(
      [word],
      ([given]) => `NEAREST(${given}, ${code.module.words(rows)}, ${code.value(count)})`,
    );
  }
  const builtin = PLAN_FUNCTIONS[name];
  if (builtin === undefined) throw new Error(`no code for the function ${name}`);
  const write = builtin.code(callOf(code, call));
  if (builtin.anyOf) {
    const [of, ...others] = args as [Typed, ...Typed[]];
    const temp = code.temp();
    const first = `(${temp} = ${code.value(of)})`;
    return `(${others.map((other, at) => write(at === 0 ? first : temp, code.value(other))).join(" || ")})`;
  }
  const { overflow } = builtin;
  const isChecked = overflow === "checked" || (overflow === "root" && !chained);
  return code.guard(args, (given) => (isChecked ? code.finite(write(...given)) : write(...given)), [
    overflow === "root" || (overflow === "kept" && chained),
  ]);
}

function callOf(code: Writer, { args, type, scale }: BuiltinCall): CodeCall {
  const { module, site } = code;
  return {
    args: args.map((arg) => arg.type),
    type,
    site,
    // A getter, so that the constant is only written if the function uses it.
    get ranks() {
      return module.ranks(scale);
    },
    literal: (at) => {
      const arg = args[at];
      return arg?.op === "literal" ? arg.value : undefined;
    },
    pattern: (source) => module.pattern(source),
  };
}
