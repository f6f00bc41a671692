// Functions of numbers.
import { defined } from "../language/defined.js";
import { ceil, floor, round } from "../language/numbers.js";
import { type BuiltinFunction, type FunctionCall, type FunctionExample, helper, math } from "./builtin.js";
import { extreme, interpolate, toFigures } from "./evaluation.js";
import { SIGNATURES } from "./signatures.js";

/** The maximum (sign 1) or minimum (sign -1) of several arguments or of one list. */
function extremeOf(name: "min" | "max", sign: 1 | -1, example: FunctionExample): BuiltinFunction {
  const isOverList = ({ args: [first, second] }: Pick<FunctionCall, "args">) =>
    second === undefined && first?.kind === "list";
  return {
    usage: `${name}(a, b, ...) or ${name}(list)`,
    args: 1,
    more: true,
    takes: SIGNATURES.extreme,
    unit: "agrees",
    ranked: true,
    picks: true,
    evaluate: (call) => {
      if (isOverList(call)) return (list: readonly (number | null)[]) => extreme(list, sign, call.ranks);
      if (call.type.kind === "number") return Math[name];
      return (...items: (string | null)[]) => extreme(items, sign, call.ranks);
    },
    code: (call) => {
      if (isOverList(call)) return (list) => `EXTREME(${list}, ${sign}, ${call.ranks})`;
      if (call.type.kind === "number") return (...items) => `Math.${name}(${items.join(", ")})`;
      return (...items) => `EXTREME([${items.join(", ")}], ${sign}, ${call.ranks})`;
    },
    runtime: { EXTREME: extreme },
    example,
  };
}

type MathName = Parameters<typeof math>[0];

/** A function of JavaScript's Math that takes a pure number. */
function ofNumber(name: MathName, example: FunctionExample, overflow?: "checked"): BuiltinFunction {
  const plain = { usage: `${name}(number)`, args: 1, takes: SIGNATURES.number, unit: "pure" } as const;
  return { ...plain, ...math(name), example, ...defined({ overflow }) };
}

export const NUMBER_FUNCTIONS: Readonly<Record<string, BuiltinFunction>> = {
  min: extremeOf("min", -1, [
    "min(3, 1, 2)",
    "1",
    "least of numbers, dates or words of a scale; null if any is null",
  ]),
  max: extremeOf("max", 1, ["max([3, 1, 2])", "3", "greatest; both take several arguments or one list"]),
  abs: {
    usage: "abs(number)",
    args: 1,
    takes: SIGNATURES.magnitude,
    unit: "first",
    overflow: "kept",
    ...math("abs"),
    example: ["abs(-2.5)", "2.5", "without sign"],
  },
  sqrt: { ...ofNumber("sqrt", ["sqrt(16)", "4", "square root"]), unit: "root", overflow: "root" },
  exp: ofNumber("exp", ["exp(0)", "1", "e to this power"], "checked"),
  log: ofNumber("log", ["log(1)", "0", "natural logarithm"], "checked"),
  sin: ofNumber("sin", ["sin(pi / 2)", "1", "sine; angles in radians"]),
  cos: ofNumber("cos", ["cos(0)", "1", "cosine"]),
  tan: ofNumber("tan", ["tan(0)", "0", "tangent"], "checked"),
  asin: ofNumber("asin", ["asin(1) * 2 / pi", "1", "angle of a sine"], "checked"),
  acos: ofNumber("acos", ["acos(1)", "0", "angle of a cosine"], "checked"),
  atan: ofNumber("atan", ["atan(0)", "0", "angle of a tangent"]),
  ceil: {
    usage: "ceil(number)",
    args: 1,
    takes: SIGNATURES.whole,
    unit: "first",
    ...helper("CEIL", ceil),
    example: ["ceil(2.1)", "3", "next whole number up; [next to nothing above one](#comparison) is that one"],
  },
  floor: {
    usage: "floor(number)",
    args: 1,
    takes: SIGNATURES.whole,
    unit: "first",
    ...helper("FLOOR", floor),
    example: ["floor(-2.1)", "-3", "next whole number down, in the same way"],
  },
  round: {
    usage: "round(number, decimals)",
    args: 2,
    takes: SIGNATURES.rounded,
    unit: "first",
    ...helper("R", round),
    example: ["round(2.345, 2)", "2.35", "rounds to a number of decimals, half away from zero"],
  },
  significant: {
    usage: "significant(number, figures)",
    args: 2,
    takes: SIGNATURES.number,
    unit: "first",
    overflow: "checked",
    ...helper("SIG", toFigures),
    example: [
      "significant(154176, 3)",
      "154000",
      "rounds to a number of significant digits, half away from zero",
    ],
  },
  clamp: {
    usage: "clamp(number, low, high)",
    args: 3,
    takes: SIGNATURES.number,
    unit: "agrees",
    evaluate: () => (of: number, low: number, high: number) => Math.min(Math.max(of, low), high),
    code: () => (of, low, high) => `Math.min(Math.max(${of}, ${low}), ${high})`,
    example: ["clamp(7, 0, 5)", "5", "between low and high"],
  },
  interpolate: {
    usage: "interpolate(x, list of x, list of y)",
    args: 3,
    takes: SIGNATURES.points,
    unit: "third",
    evaluate:
      ({ site }) =>
      (x: number, xs: readonly (number | null)[], ys: readonly (number | null)[]) =>
        interpolate(x, xs, ys, site),
    code:
      ({ site }) =>
      (x, xs, ys) =>
        `INT(${x}, ${xs}, ${ys}, ${site})`,
    runtime: { INT: interpolate },
    example: [
      "interpolate(2.5, [0, 5, 10], [1, 2, 4])",
      "1.5",
      "on straight lines through points given by two lists; ends held",
    ],
  },
};
