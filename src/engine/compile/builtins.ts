// Calls of built-in functions as JavaScript.
import { BUILTINS } from "../language/functions/all.js";
import type { Typed } from "../typing/plan.js";
import { literal } from "./data.js";
import type { Writer } from "./writer.js";

type BuiltinCall = Extract<Typed, { op: "builtin" }>;

export function builtinCode(code: Writer, call: BuiltinCall, chained: boolean): string {
  const { name, args } = call;
  if (name === "one_of") return oneOf(code, args);
  if (name === "nearest") {
    const [rows, word, count] = args as [Typed, Typed, Typed];
    return code.guard(
      [word],
      ([given]) => `NEAREST(${given}, ${code.module.words(rows)}, ${code.value(count)})`,
    );
  }
  if (name === "replace") {
    const [of, pattern, by] = args as [Typed, Typed, Typed];
    const source = pattern.op === "literal" ? String(pattern.value) : "";
    return code.guard(
      [of, by],
      ([text, replacement]) => `${text}.replace(${code.module.pattern(source)}, ${replacement})`,
    );
  }
  // The root of what is not finite is not finite: one check does for both.
  if (name === "sqrt" || name === "abs")
    return code.guard(
      args,
      ([of]) => (chained || name === "abs" ? `Math.${name}(${of})` : code.finite(`Math.sqrt(${of})`)),
      [name === "sqrt" || chained],
    );
  return code.guard(args, (given) => plainCall(code, call, given));
}

function plainCall(code: Writer, call: BuiltinCall, given: string[]): string {
  const { name, args, scale } = call;
  if (name === "min" || name === "max") {
    const overList = args.length === 1 && args[0]?.type.kind === "list";
    const sign = name === "min" ? -1 : 1;
    if (call.type.kind === "number" && !overList) return `Math.${name}(${given.join(", ")})`;
    const list = overList ? given[0] : `[${given.join(", ")}]`;
    return `EXTREME(${list}, ${sign}, ${code.module.ranks(scale)})`;
  }
  const [, partial, template = ""] = /^(finite )?(.*)$/.exec(BUILTINS[name]?.code ?? "") ?? [];
  if (template === "") throw new Error(`no code for the function ${name}`);
  const filled = template.replace(/\$(\d|\*|site|ranks)/g, (_, of: string) => {
    if (of === "*") return given.join(", ");
    if (of === "site") return String(code.site);
    return of === "ranks" ? code.module.ranks(scale) : (given[Number(of)] ?? "null");
  });
  return partial === undefined ? filled : code.finite(filled);
}

/** Whether the first is among the others; null is among them only where null is named. */
function oneOf(code: Writer, args: readonly Typed[]): string {
  const [of, ...words] = args as [Typed, ...Typed[]];
  const value = code.value(of);
  const temp = code.temp();
  const tests = words.map((word, index) => {
    const left = index === 0 ? `(${temp} = ${value})` : temp;
    if (of.type.kind === "number") return `SAME(${left}, ${code.value(word)})`;
    return `${left} === ${word.op === "literal" ? literal(word.value) : code.value(word)}`;
  });
  return `(${tests.join(" || ")})`;
}
