// Calls of built-in functions as JavaScript.
import { RUNTIME } from "../run/functions.js";
import type { Typed } from "../typing/plan.js";
import { literal } from "./data.js";
import type { Writer } from "./writer.js";

type BuiltinCall = Extract<Typed, { op: "builtin" }>;

/** Functions of Math that can leave the real numbers. */
const PARTIAL: Readonly<Record<string, string>> = {
  exp: "Math.exp",
  log: "Math.log",
  tan: "Math.tan",
  asin: "Math.asin",
  acos: "Math.acos",
};
const TOTAL: Readonly<Record<string, string>> = {
  sin: "Math.sin",
  cos: "Math.cos",
  atan: "Math.atan",
  ceil: "CEIL",
  floor: "FLOOR",
};

export function builtinCode(code: Writer, call: BuiltinCall, chained: boolean): string {
  const { name, args } = call;
  if (name === "one_of") return oneOf(code, args);
  if (name === "nearest") {
    const [rows, word, count] = args as [Typed, Typed, Typed];
    return code.guard(
      [word],
      ([given]) => `NEAREST(${code.module.words(rows)}, ${given}, ${code.value(count)})`,
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
      name === "sqrt" || chained,
    );
  return code.guard(args, (given) => plainCall(code, call, given));
}

function plainCall(code: Writer, call: BuiltinCall, given: string[]): string {
  const { name, args, scale } = call;
  const [a = "null", b = "null", c = "null"] = given;
  const partial = PARTIAL[name];
  if (partial !== undefined) return code.finite(`${partial}(${a})`);
  const total = TOTAL[name];
  if (total !== undefined) return `${total}(${a})`;
  switch (name) {
    case "min":
    case "max": {
      const overList = args.length === 1 && args[0]?.type.kind === "list";
      if (call.type.kind === "number") {
        return overList ? `${name === "min" ? "MINL" : "MAXL"}(${a})` : `Math.${name}(${given.join(", ")})`;
      }
      const list = overList ? a : `[${given.join(", ")}]`;
      return `WORD(${list}, ${code.module.ranks(scale)}, ${name === "min" ? -1 : 1})`;
    }
    case "round":
      return `R(${a}, ${b})`;
    case "clamp":
      return `Math.min(Math.max(${a}, ${b}), ${c})`;
    case "interpolate":
      return `INT(${a}, ${b}, ${c}, ${code.site})`;
    case "count":
      return `${a}.length`;
    case "sum":
      return `SUM(${a}, ${code.site})`;
    case "first":
      return `(${a}[0] ?? null)`;
    case "last":
      return `(${a}.at(-1) ?? null)`;
    case "take":
      return `${a}.slice(0, ${b})`;
    case "has":
      return `HAS(${a}, ${b})`;
    case "concat":
      return `[].concat(${given.join(", ")})`;
    case "lower":
      return `${a}.toLowerCase()`;
    case "upper":
      return `${a}.toUpperCase()`;
    case "trim":
      return `${a}.trim()`;
    case "split":
      return `${a}.split(${b})`;
    case "number":
      return `NUM(${a})`;
    case "starts_with":
      return `${a}.startsWith(${b})`;
    case "ends_with":
      return `${a}.endsWith(${b})`;
    case "contains":
      return `${a}.includes(${b})`;
    case "in_words":
      return `WORDS(${a})`;
    case "steps_above": {
      const ranks = code.module.ranks(scale);
      return `(${ranks}[${a}] - ${ranks}[${b}])`;
    }
    case "year":
      return `Number(${a}.slice(0, 4))`;
    case "month":
      return `Number(${a}.slice(5, 7))`;
    case "day":
      return `Number(${a}.slice(8, 10))`;
    case "add_days":
      return knownDate(args) ?? `DAYS(${a}, ${b}, ${code.site})`;
    default:
      throw new Error(`no code for the function ${name}`);
  }
}

/** A date that follows from the definition alone: no call has to work it out. */
function knownDate([date, days]: readonly Typed[]): string | undefined {
  if (date?.op !== "literal" || days?.op !== "literal") return undefined;
  try {
    return literal(RUNTIME.DAYS(String(date.value), Number(days.value), -1));
  } catch {
    return undefined;
  }
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
