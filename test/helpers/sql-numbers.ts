// A tool with a result for each kind of arithmetic, which computes the one that `only` names, and numbers that break it.
import { toolOf } from "./one-tool.js";

const NUMBER = '{unit: "1", at_least: -1.7e+308, at_most: 1.7e+308, description: A number.}';
export const FORMULAS: Readonly<Record<string, string>> = {
  quotient: "x / y",
  root: "sqrt(x)",
  logarithm: "log(y)",
  power: "x ^ y",
  growth: "exp(x)",
  square: "x ^ 2",
  product: "x * y",
  sum: "x + y",
  tangent: "tan(y)",
  arcsine: "asin(x)",
  rounded: "round(x, 2)",
  figures: "significant(x, 3)",
  whole: "floor(y)",
  day: "add_days(start, x)",
  month: "add_months(start, y)",
  digits: "number(word)",
};

export const numbersTool = toolOf(
  "numbers",
  `  x: ${NUMBER}
  y: ${NUMBER}
  start: {type: date, assumed: 2026-01-31, description: A day.}
  word: {type: text, at_most: 40, assumed: "1", description: A text.}
  only: {type: text, at_most: 40, description: The one formula that is computed.}
recommendations: [Go on.]
results:
${Object.entries(FORMULAS)
  .map(
    ([name, formula]) =>
      `  ${name}: {value: '= if(only == "${name}", ${formula}, null)', description: A value.}`,
  )
  .join("\n")}
`,
);

export const EXTREMES = [
  0, -0.5, 1, 2.5, -3, 1e-308, 1e-160, -1e-160, 1e15, 709.9, -800, 1e160, -1e160, 1.7e308, -1.7e308,
];
