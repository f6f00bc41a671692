// Arithmetic of numbers that are written out, done when the code is written.
import { power } from "../run/numbers.js";
import { literal } from "./data.js";

/** Two numbers as written make one, worked out now. */
export function fold(fn: string, a: string, b: string): string | undefined {
  if (!WRITTEN.test(a) || (fn !== "negate" && !WRITTEN.test(b))) return undefined;
  const [x, y] = [Number(a.replace(/[()]/g, "")), Number(b.replace(/[()]/g, ""))];
  const made = OPERATE[fn]?.(x, y) ?? Number.NaN;
  return Number.isFinite(made) && !Object.is(made, -0) ? literal(made) : undefined;
}

export const WRITTEN = /^\(?-?\d+(\.\d+)?(e[+-]?\d+)?\)?$/;
const OPERATE: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "^": power,
  negate: (a) => -a,
};
