// Formulas that try to hang, crash or overflow the loader.
import { formula, type HostileDefinition, TOO_LONG, tool } from "./parts.js";

const AT = "tools/bomb.yaml:12:6";
const TOO_DEEP = `${AT} The formula nests deeper than 80 levels. (split it into values)`;
const INFINITE = `${AT} \`Infinity\` is not a number that can be computed with.`;
const NEVER_FINITE = "The formula has no finite value, whatever the input:";
const NO_FACTORIAL = `${AT} The operator \`!\` is not used here. (\`!\` is not used; write not)`;

export const FORMULAS: readonly HostileDefinition[] = [
  { name: "deep brackets", tool: formula(`${"(".repeat(150)}start${")".repeat(150)}`), findings: [TOO_DEEP] },
  {
    name: "brackets beyond what the parser can hold",
    tool: formula(`${"(".repeat(1900)}start${")".repeat(1900)}`),
    findings: [TOO_DEEP],
  },
  {
    name: "a sum of ten thousand terms",
    tool: formula(`start${" + start".repeat(10_000)}`),
    findings: [`${AT} ${TOO_LONG}`],
  },
  { name: "a sum of 600 terms", tool: formula(`start${"+start".repeat(600)}`), findings: [TOO_DEEP] },
  { name: "three thousand minus signs", tool: formula(`${"-".repeat(3000)}start`), findings: [TOO_DEEP] },
  { name: "nine hundred times not", tool: formula(`${"not ".repeat(900)}(start > 1)`), findings: [TOO_DEEP] },
  { name: "a tower of powers", tool: formula(`start${"^9".repeat(1500)}`), findings: [TOO_DEEP] },
  {
    name: "if in if, 200 deep",
    tool: formula(`${"if(start > 1, 1, ".repeat(200)}1${")".repeat(200)}`),
    findings: [TOO_DEEP],
  },
  { name: "two thousand fields", tool: formula(`start${".a".repeat(1900)}`), findings: [TOO_DEEP] },
  { name: "a factorial", tool: formula("start + 170!"), findings: [NO_FACTORIAL] },
  { name: "three thousand factorials", tool: formula(`start${"!".repeat(3000)}`), findings: [NO_FACTORIAL] },
  {
    name: "a range of a thousand million",
    tool: formula("sum(1:1000000000)"),
    findings: [`${AT} \`a:b\` ranges are not used here. (list the items)`],
  },
  {
    name: "a matrix of a million million",
    tool: formula("sum(zeros(1000000, 1000000)) + start"),
    findings: ["tools/bomb.yaml:12:11 There is no function or table zeros."],
  },
  {
    name: "a formula that evaluates a text",
    tool: formula('evaluate("import(1)")'),
    findings: ["tools/bomb.yaml:12:7 There is no function or table evaluate."],
  },
  { name: "a number of 3,900 digits", tool: formula(`start + ${"9".repeat(3900)}`), findings: [INFINITE] },
  { name: "a number with a huge exponent", tool: formula("start + 1e999999999"), findings: [INFINITE] },
  {
    name: "a number of 3,000 hexadecimal digits",
    tool: formula(`start + 0x${"f".repeat(3000)}`),
    findings: [`${AT} There is no operator between two values. (write * between them)`],
  },
  {
    name: "a tower of constant powers",
    tool: formula("start + 9^9^9^9"),
    findings: [`${AT} ${NEVER_FINITE} 9 ^ 387420489 is infinite.`],
  },
  {
    name: "constants that overflow one after the other",
    tool: () =>
      tool(`  c: {constant: 9}\n  v0: c^9\n  v1: v0^9\n  v2: v1^9\n  v3: v2^9\n  w: start + v3`, "w"),
    // 9^729 is about 10^695.
    findings: [`tools/bomb.yaml:15:7 ${NEVER_FINITE} ${9 ** 81} ^ 9 is infinite.`],
  },
  {
    name: "divisions and roots that no input mends",
    tool: () => tool("  v: start + 1/0\n  w: v + sqrt(1 - 3)\n  x: w + log(0)", "x"),
    findings: [
      `${AT} ${NEVER_FINITE} 1 / 0 is infinite.`,
      `tools/bomb.yaml:13:6 ${NEVER_FINITE} sqrt(-2) is no number.`,
      `tools/bomb.yaml:14:6 ${NEVER_FINITE} log(0) is infinite.`,
    ],
  },
  {
    name: "a function that calls itself",
    tool: () => tool("  v: f(start)", "v", 'functions:\n  f: {given: {x: "1"}, formula: f(x) + 1}\n'),
    findings: ["tools/bomb.yaml:11:3 This value depends on itself: result -> result. (break the circle)"],
  },
  {
    name: "a regular expression that is none",
    tool: formula('start + count(split(replace("a", "([", ""), ","))'),
    findings: [
      "tools/bomb.yaml:12:27 The second argument of replace must be a regular expression in quotes.",
    ],
  },
];
