// Invalid and infinite numbers, slow regular expressions, and very long lists of words.
import { formula, type HostileDefinition, input, range, tool } from "./parts.js";

const EXPONENTIAL =
  "This regular expression can take exponential time: it repeats a group that can match in several ways. (inside a repeated group, use neither *, +, ?, {n,m} nor |)";

const CLOSES_NOTHING =
  "infinite, and closes no band of the table. (at_most and below end with .inf, at_least and above with -.inf; elsewhere an open end is null)";
const TOO_MANY_STEPS = (length: number) =>
  `This regular expression can take more than 5000000 steps on a text of ${length} characters. (begin it with ^, use fewer repeats, or allow shorter texts)`;

export const NUMBERS_AND_PATTERNS: readonly HostileDefinition[] = [
  {
    name: "an input without a largest value",
    tool: input("{at_most: .inf, description: A.}"),
    findings: ["tools/bomb.yaml:9:23 Infinity is not a finite number."],
  },
  {
    name: "an input whose largest value overflows",
    tool: input("{at_most: 1e999, description: A.}"),
    findings: ["tools/bomb.yaml:9:23 This number is too large."],
  },
  {
    name: "a default that is no number",
    tool: input("{assumed: .nan, description: A.}"),
    findings: ["tools/bomb.yaml:9:23 This is not a number."],
  },
  {
    name: "constants that are not finite",
    tool: () =>
      tool(`  v: {constant: .nan}\n  w: {constant: -.inf}\n  x: {constant: ${"9".repeat(400)}}`, "v"),
    findings: [
      "tools/bomb.yaml:12:17 This is not a number.",
      "tools/bomb.yaml:14:17 This number is too large.",
    ],
  },
  {
    name: "an infinite constant",
    tool: () => tool("  v: {constant: -.inf}", "v"),
    findings: ["tools/bomb.yaml:12:17 -Infinity is not a finite number."],
  },
  {
    name: "a table with a cell that is no number",
    tool: () => tool("  v: t(start)", "v", "tables:\n  t: {at: x, entries: {1: .nan}}\n"),
    findings: ["tools/bomb.yaml:11:27 This is not a number."],
  },
  {
    name: "tables with infinite cells that close no band",
    tool: () =>
      tool(
        "  v: t(start) + u(start) + w(start) + sum(x.n) + count(y)",
        "v",
        [
          "tables:",
          "  t: {at: x, entries: {1: .inf}, otherwise: 1}",
          '  u: {at: x, keys: {k: interpolate}, columns: {k: "1", n: "1"}, rows: [{k: 1, n: 1}, {k: .inf, n: 2}]}',
          '  w: {at: x, keys: {k: at_most}, columns: {k: "1", n: "1"}, rows: [{k: -.inf, n: 1}, {k: .inf, n: 2}]}',
          '  x: {at: x, columns: {n: "1"}, rows: [{n: 1}, {n: -.inf}]}',
          "  y: {at: x, columns: {n: numbers}, rows: [{n: [1, .inf]}]}",
          "",
        ].join("\n"),
      ),
    findings: [
      `tools/bomb.yaml:11:27 cell is ${CLOSES_NOTHING}`,
      `tools/bomb.yaml:12:90 k is ${CLOSES_NOTHING}`,
      `tools/bomb.yaml:13:72 k is ${CLOSES_NOTHING}`,
      `tools/bomb.yaml:14:52 n is ${CLOSES_NOTHING}`,
      `tools/bomb.yaml:15:48 n is ${CLOSES_NOTHING}`,
    ],
  },
  {
    name: "a table that gives infinity where nothing fits",
    tool: () => tool("  v: t(start)", "v", "tables:\n  t: {at: x, entries: {1: 1}, otherwise: .inf}\n"),
    findings: ["tools/bomb.yaml:11:42 Infinity is not a finite number."],
  },
  {
    name: "an input with a pattern that is none",
    tool: input('{type: text, at_most: 9, pattern: "([", description: A.}'),
    findings: ["tools/bomb.yaml:9:47 This is not a regular expression."],
  },
  ...["^(a+)+$", "^(a|a)*$", "^((a?)b?){30}$", "^(?:[)]*)+?$", "(\\\\w{1,9}){2,}!"].map((pattern) => ({
    name: `an input with the pattern ${pattern}`,
    tool: input(`{type: text, at_most: 99, pattern: "${pattern}", description: A.}`),
    findings: [`tools/bomb.yaml:9:48 ${EXPONENTIAL}`],
  })),
  ...["a*a*a*b", "^a*a*a*a*$", "[ab]*c?[bc]*\\\\w*d", `^${"a?".repeat(40)}${"a".repeat(40)}$`].map(
    (pattern) => ({
      name: `an input with the pattern ${pattern}`,
      tool: input(`{type: text, at_most: 99, pattern: "${pattern}", description: A.}`),
      findings: [`tools/bomb.yaml:9:48 ${TOO_MANY_STEPS(99)}`],
    }),
  ),
  {
    name: "an input with a pattern of 1,500 characters",
    tool: input(`{type: text, at_most: 99, pattern: "${"a?".repeat(750)}", description: A.}`),
    findings: ["tools/bomb.yaml:9:48 The regular expression is longer than 1000 characters."],
  },
  {
    name: "a formula that replaces in quadratic time",
    tool: formula('start + count(split(replace("a", " +$", ""), ","))'),
    findings: [`tools/bomb.yaml:12:27 ${TOO_MANY_STEPS(10_000)}`],
  },
  {
    name: "a formula that replaces in exponential time",
    tool: formula('start + count(split(replace("a", "(a+)+$", ""), ","))'),
    findings: [`tools/bomb.yaml:12:27 ${EXPONENTIAL}`],
  },
  {
    name: "an enum of mappings",
    tool: input("{description: A., choices: [{a: 1}, {a: 2}]}"),
    findings: ["tools/bomb.yaml:9:40 The choices may contain words and numbers only."],
  },
  {
    name: "an enum with a word twice",
    tool: input("{description: A., choices: [b, c, b]}"),
    findings: ["tools/bomb.yaml:9:31 choices lists something twice."],
  },
  {
    name: "a scale of mappings",
    tool: () => tool("", "start", "scales:\n  s: [{a: 1}, {a: 2}]\n"),
    findings: [
      "tools/bomb.yaml:11:7 s must be a text, not a mapping.",
      "tools/bomb.yaml:11:15 s must be a text, not a mapping.",
    ],
  },
  {
    name: "an input of a hundred thousand words",
    tool: input(`{description: A., choices: [${range(100_000, (at) => `w${at}`).join(", ")}]}`),
    findings: ["tools/bomb.yaml:9:40 There are more than 5000 choices."],
  },
];
