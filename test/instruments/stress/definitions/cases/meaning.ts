// Tools with multiplying values, calls, texts or lists, and very large tools.
import { type HostileDefinition, range, TOO_LONG, tool } from "./parts.js";

const REPEATS = "is put together from more than 10000 pieces: it repeats what repeats itself.";
const CALLS_MULTIPLY =
  "computes more than 300000 values: its calls multiply. (make a value of each repeated call, and use the value)";

export const MEANING: readonly HostileDefinition[] = [
  {
    name: "a chain of 250 values",
    tool: () =>
      tool(range(250, (at) => `  v${at}: ${at === 0 ? "start" : `v${at - 1}`} + 1`).join("\n"), "v249"),
    // Counted from the last value, the 202nd is v48.
    findings: ["tools/bomb.yaml:60:3 More than 200 values depend on each other in one chain."],
  },
  {
    name: "five thousand names that are not known",
    tool: () => tool(range(5000, (at) => `  value_${at}: valve_${at} + start`).join("\n"), "value_0"),
    findings: ["tools/bomb.yaml:12:12 Nothing is called valve_0. (did you mean value_0?)"],
    all: 500,
  },
  {
    name: "a hundred thousand values that are none",
    tool: () => tool(range(100_000, (at) => `  v${at}: {}`).join("\n"), "start"),
    findings: [
      "tools/bomb.yaml:12:3 v0 lacks the key formula. (or another of its kinds: constant, formula, text, decide, collect, each, pick, calculate, values)",
    ],
  },
  {
    name: "three thousand groups",
    tool: () => tool(range(3000, (at) => `  v${at}: {values: {x: start}}`).join("\n"), "v2999.x"),
    findings: [
      "tools/bomb.yaml:1:1 The tool has more than 2000 typed scopes; its calculations nest too widely.",
    ],
  },
  {
    name: "functions that call each other twice, 60 deep",
    tool: () => {
      const functions = range(60, (at) => {
        const text = at === 0 ? "x + 1" : `f${at - 1}(x) + f${at - 1}(x + 1)`;
        return `  f${at}: {given: {x: "1"}, formula: ${text}}`;
      });
      return tool("  v: f59(start)", "v", `functions:\n${functions.join("\n")}\n`);
    },
    // f0 is in line 11 and computes one value, f17 262,143 and f18 524,287.
    findings: [`tools/bomb.yaml:29:3 f18 ${CALLS_MULTIPLY}`],
  },
  {
    name: "calculations that call each other twice, 60 deep",
    tool: () => {
      const calculations = range(60, (at) => {
        const call = (x: string) => `{calculate: c${at - 1}, with: {x: = ${x}}}`;
        const values = at === 0 ? "z: x + 1" : `p: ${call("x")}, q: ${call("x + 1")}, z: p.z + q.z`;
        return `  c${at}: {given: {x: "1"}, values: {${values}}}`;
      });
      return tool(
        "  v: {calculate: c59, with: {x: = start}}",
        "v.z",
        `calculations:\n${calculations.join("\n")}\n`,
      );
    },
    // c0 computes one value, each other three and twice those before: c16 262,141, c17 524,285.
    findings: [`tools/bomb.yaml:28:3 c17 ${CALLS_MULTIPLY}`],
  },
  {
    name: "lists that are joined with themselves, 60 times",
    tool: () =>
      tool(
        `  l0: "[start, start]"\n${range(60, (at) => `  l${at + 1}: concat(l${at}, l${at})`).join("\n")}\n  v: count(l60)`,
        "v",
      ),
    // l0 has 2 entries and is in line 12, l13 has 16,384.
    findings: [`tools/bomb.yaml:25:3 l13 ${REPEATS}`],
  },
  {
    name: "texts that repeat themselves, 60 times",
    tool: () =>
      tool(
        `  t0: {text: "{start}"}\n${range(60, (at) => `  t${at + 1}: {text: "{t${at}}{t${at}}"}`).join("\n")}`,
        "t60",
      ),
    findings: [`tools/bomb.yaml:26:3 t14 ${REPEATS}`],
  },
  {
    name: "texts that a function repeats, 60 times",
    tool: () =>
      tool(
        `  t0: {text: "{start}"}\n${range(60, (at) => `  t${at + 1}: replace(t${at}, "0", "0000000000")`).join("\n")}`,
        "t60",
      ),
    findings: [`tools/bomb.yaml:17:3 t5 ${REPEATS}`],
  },
  {
    name: "texts of ten thousand characters",
    tool: () => {
      const long = "x".repeat(10_000);
      const table = `tables:\n  t: {at: x, columns: {w: text}, rows: [{w: ${long}}]}\n`;
      return tool(`  v: {text: "${long}{start}"}\n  n: count(t) + start`, "n", table).replace(
        "A tool that is too much.",
        long,
      );
    },
    findings: [
      `tools/bomb.yaml:3:14 ${TOO_LONG}`,
      `tools/bomb.yaml:11:45 ${TOO_LONG}`,
      `tools/bomb.yaml:14:13 ${TOO_LONG}`,
    ],
  },
  {
    name: "calculations that call each other in a circle",
    tool: () =>
      tool(
        "  v: {calculate: f, with: {x: = start}}",
        "v.z",
        'calculations:\n  f:\n    given: {x: "1"}\n    values:\n      y: {calculate: g, with: {x: = x}}\n      z: y.z + 1\n  g:\n    given: {x: "1"}\n    values:\n      y: {calculate: f, with: {x: = x}}\n      z: y.z + 1\n',
      ),
    findings: ["tools/bomb.yaml:15:7 This value depends on itself: z -> z -> z. (break the circle)"],
  },
  {
    name: "a lookup over a hundred million combinations",
    tool: () => {
      const words = range(100, (at) => `w${at}`).join(", ");
      const inputs = ["a", "b", "c", "d"].map((name) => `  ${name}: {description: X., choices: [${words}]}`);
      return tool(
        "  v: big(a, b, c, d)",
        "v",
        'tables:\n  big:\n    at: x\n    keys: {a: equal, b: equal, c: equal, d: equal}\n    columns: {a: text, b: text, c: text, d: text, w: "1"}\n    rows:\n      - {a: w1, b: w1, c: w1, d: w1, w: 1}\n',
        `inputs:\n${inputs.join("\n")}\n`,
      );
    },
    findings: [
      "tools/bomb.yaml:20:9 big has no row for a w0, w2, w3, w4, w5. (add the row, or state otherwise: in the table)",
      "tools/bomb.yaml:20:9 big has no row for b w0, w2, w3, w4, w5. (add the row, or state otherwise: in the table)",
    ],
    all: 4,
  },
  {
    name: "a unit with a huge power",
    tool: () => tool('  v: {formula: start, unit: "m^999999999999"}', "v"),
    findings: [
      "tools/bomb.yaml:12:16 The formula gives a plain number, but its name or unit means m^999999999999. (only like units are added, compared or given: correct the formula, or the unit)",
    ],
  },
  {
    name: "a date beyond all calendars",
    tool: () => tool("", "start").replace("edition: 2026", "edition: 99992026"),
    findings: [
      'tools/bomb.yaml:6:1 edition is not written as it must be: "99992026-11-01". (it must match ^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$)',
    ],
  },
  {
    name: "six thousand files",
    tool: () => tool("", "start"),
    more: () => Object.fromEntries(range(6000, (at) => [`parts/p${at}.yaml`, "part: p\n"])),
    findings: [".:1:1 The set has more than 5000 files."],
    all: 500,
  },
  {
    name: "a large table that is sound",
    tool: () =>
      tool(
        "  v: count(big) + start",
        "v",
        `tables:\n  big:\n    at: x\n    columns: {w: "1"}\n    rows:\n${range(30_000, (at) => `      - {w: ${at}}`).join("\n")}\n`,
      ),
    findings: [],
  },
  {
    name: "a long list of rules that is sound",
    tool: () =>
      tool(
        `  v:\n    decide:\n${range(5000, (at) => `      - {when: start > ${(5000 - at) / 1000}, give: ${at}, at: x}`).join("\n")}\n    otherwise: 0`,
        "v",
      ),
    findings: [],
  },
];
