// Definitions that are meant to hang, crash or fill the loader, each with the findings that refuse it.

export interface HostileDefinition {
  readonly name: string;
  /** The text of the one tool of the set. */
  readonly tool: () => string;
  /** More files of the set, by path. */
  readonly more?: () => Readonly<Record<string, string>>;
  /** The first findings, as they are printed; none for a set that is large but sound, and must load. */
  readonly findings: readonly string[];
  /** A finding that must be somewhere among them. */
  readonly among?: string;
  /** Findings in all; as many as are listed here unless given. */
  readonly all?: number;
}

const HEAD = `name: bomb
title: A small tool
description: A tool that is too much.
category: test
version: 1.0.0
edition: 2026-11-01
standard_reference: None
cite: handbook all of it
`;
const NUMBER =
  "inputs: {type: object, additionalProperties: false, required: [a], properties: {a: {type: number, minimum: 0, maximum: 10, description: A.}}}\n";

/** A tool with one number as its input, on lines 10 and 11 the first value, from line 12 on those given. */
function tool(values: string, shown: string, before = "", inputs = NUMBER): string {
  return `${HEAD}${inputs}${before}values:\n  start: a\n${values}\nrecommendations: [Go on.]\nresults:\n  shown: {value: ${shown}, description: Shown}\n`;
}

/** A tool with one value. */
function formula(text: string): () => string {
  return () => tool(`  v: '${text}'`, "v");
}

const AT = "tools/bomb.yaml:12:6";
const TOO_DEEP = `${AT} The formula nests deeper than 80 levels. (split it into values)`;
const INFINITE = `${AT} \`Infinity\` is not a number that can be computed with.`;
const NEVER_FINITE = "The formula has no finite value, whatever the input:";
const TOO_LONG = "This is longer than 4000 characters. (shorten or split it)";
const NO_FACTORIAL = `${AT} The operator \`!\` is not used here. (\`!\` is not used; write not)`;

const FORMULAS: readonly HostileDefinition[] = [
  { name: "deep brackets", tool: formula(`${"(".repeat(150)}start${")".repeat(150)}`), findings: [TOO_DEEP] },
  {
    name: "brackets beyond what the parser can hold",
    tool: formula(`${"(".repeat(1900)}start${")".repeat(1900)}`),
    findings: [`${AT} The formula is nested too deeply. (split it into values)`],
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
    findings: [INFINITE],
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

/** A tool with one input of this schema, which stands in line 9 from column 80 on. */
function input(schema: string): () => string {
  const before = "inputs: {type: object, additionalProperties: false, required: [a], properties: {";
  return () => tool("", "start", "", `${before}a: ${schema}}}\n`);
}

const EXPONENTIAL =
  "This regular expression can take exponential time: it repeats a group that can match in several ways. (inside a repeated group, use neither *, +, ?, {n,m} nor |)";

const CLOSES_NOTHING =
  "infinite, and closes no band of the table. (at_most and below end with .inf, at_least and above with -.inf; elsewhere an open end is null)";
const TOO_MANY_STEPS = (length: number) =>
  `This regular expression can take more than 1000000 steps on a text of ${length} characters. (begin it with ^, let repeats that follow each other match different characters, or allow shorter texts)`;

const NUMBERS_AND_PATTERNS: readonly HostileDefinition[] = [
  {
    name: "an input without a largest value",
    tool: input("{type: number, maximum: .inf, description: A.}"),
    findings: ["tools/bomb.yaml:9:108 Infinity is not a finite number."],
  },
  {
    name: "an input whose largest value overflows",
    tool: input("{type: number, maximum: 1e999, description: A.}"),
    findings: ["tools/bomb.yaml:9:108 This number is too large."],
  },
  {
    name: "a default that is no number",
    tool: input("{type: number, default: .nan, description: A.}"),
    findings: ["tools/bomb.yaml:9:108 This is not a number."],
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
    tool: input('{type: string, maxLength: 9, pattern: "([", description: A.}'),
    findings: ["tools/bomb.yaml:9:122 This is not a regular expression."],
  },
  ...["^(a+)+$", "^(a|a)*$", "^((a?)b?){30}$", "^(?:[)]*)+?$", "(\\\\w{1,9}){2,}!"].map((pattern) => ({
    name: `an input with the pattern ${pattern}`,
    tool: input(`{type: string, maxLength: 99, pattern: "${pattern}", description: A.}`),
    findings: [`tools/bomb.yaml:9:123 ${EXPONENTIAL}`],
  })),
  ...["a*a*a*b", "^a*a*a*a*$", "[ab]*c?[bc]*\\\\w*d", `^${"a?".repeat(40)}${"a".repeat(40)}$`].map(
    (pattern) => ({
      name: `an input with the pattern ${pattern}`,
      tool: input(`{type: string, maxLength: 99, pattern: "${pattern}", description: A.}`),
      findings: [`tools/bomb.yaml:9:123 ${TOO_MANY_STEPS(99)}`],
    }),
  ),
  {
    name: "an input with a pattern of 1,500 characters",
    tool: input(`{type: string, maxLength: 99, pattern: "${"a?".repeat(750)}", description: A.}`),
    findings: ["tools/bomb.yaml:9:123 The regular expression is longer than 1000 characters."],
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
    tool: input("{type: string, description: A., enum: [{a: 1}, {a: 2}]}"),
    findings: ["tools/bomb.yaml:9:122 The enum holds something other than words and numbers."],
  },
  {
    name: "an enum with a word twice",
    tool: input("{type: string, description: A., enum: [b, c, b]}"),
    findings: ["tools/bomb.yaml:9:116 enum lists something twice."],
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
    tool: input(`{type: string, description: A., enum: [${range(100_000, (at) => `w${at}`).join(", ")}]}`),
    findings: ["tools/bomb.yaml:9:122 The enum has more than 5000 values."],
  },
];

const YAML: readonly HostileDefinition[] = [
  {
    name: "a file of three million characters",
    tool: () => `name: ${"x".repeat(3_000_000)}`,
    findings: ["tools/bomb.yaml:1:1 The file has more than 2000000 characters."],
  },
  {
    name: "a table of a million rows",
    tool: () => `${HEAD}tables: {big: {rows: [\n${range(1_000_000, (at) => `{w: ${at}},`).join("\n")}\n]}}\n`,
    findings: ["tools/bomb.yaml:1:1 The file has more than 2000000 characters."],
  },
  {
    name: "a list of half a million nodes",
    tool: () => `name: bomb\nrows: [${"1,".repeat(450_000)}1]\n`,
    findings: ["tools/bomb.yaml:2:800002 The file has more than 400000 nodes."],
  },
  {
    name: "lists that multiply by aliases, where no list may be",
    tool: () =>
      `a: &a [${"1, ".repeat(9)}1]\n${letters((now, before) => `${now}: &${now} [${`*${before}, `.repeat(9)}*${before}]`)}\n`,
    // Up to e 123,456 nodes, of which e has 111,111: the third e in f is too much.
    findings: ["tools/bomb.yaml:6:16 The file has more than 400000 nodes."],
  },
  {
    name: "groups that multiply by aliases",
    tool: () => {
      const fields = (before: number) => range(10, (at) => `y${at}: *g${before}`).join(", ");
      const groups = range(9, (at) => `  g${at + 1}: &g${at + 1} {values: {${fields(at)}}}`);
      return tool(`  g0: &g0 {values: {x: start}}\n${groups.join("\n")}`, "g9.y0.y0");
    },
    // A group has 2 nodes and ten times those of the one before: 3, 32 to 322,222 for g5, which g6 repeats.
    findings: ["tools/bomb.yaml:18:25 The file has more than 400000 nodes."],
  },
  {
    name: "inputs that multiply by aliases",
    tool: () => {
      const open = "{type: object, additionalProperties: false, description: P., properties: {";
      const fields = (before: number) => range(10, (at) => `y${at}: *p${before}`).join(", ");
      const levels = range(9, (at) => `    p${at + 1}: &p${at + 1} ${open}${fields(at)}}}`);
      const first = "    p0: &p0 {type: number, description: A.}";
      const head = "inputs:\n  type: object\n  additionalProperties: false\n  properties:\n";
      return tool("", "start", "", `${head}${first}\n${levels.join("\n")}\n`);
    },
    // An object has 5 nodes and ten times those of the one before: 3, 35 to 355,555 for p5, which p6 repeats.
    findings: ["tools/bomb.yaml:19:91 The file has more than 400000 nodes."],
  },
  {
    name: "a chain of aliases, each one level deeper",
    tool: () => `l0: &l0 [1]\n${range(100, (at) => `l${at + 1}: &l${at + 1} [*l${at}]`).join("\n")}\n`,
    // l0 holds level 2, so l58 holds level 60 and l59 is the first too deep.
    findings: ["tools/bomb.yaml:60:12 The file nests deeper than 60 levels."],
    // From l59 to l100.
    all: 42,
  },
  {
    name: "a group that holds itself",
    tool: () => tool("  g: &g {values: {x: start, y: *g}}", "g.x"),
    findings: ["tools/bomb.yaml:12:32 This alias stands inside what it names."],
  },
  {
    name: "inputs that hold themselves",
    tool: () =>
      tool(
        "",
        "start",
        "",
        "inputs:\n  type: object\n  additionalProperties: false\n  properties: &p\n    a: {type: object, additionalProperties: false, description: A., properties: *p}\n",
      ),
    findings: ["tools/bomb.yaml:13:81 This alias stands inside what it names."],
  },
  {
    name: "a file that holds itself",
    tool: () => "&all\nname: bomb\nself: *all\n",
    findings: ["tools/bomb.yaml:3:7 This alias stands inside what it names."],
  },
  {
    name: "three hundred thousand aliases side by side",
    tool: () => "*x\n".repeat(300_000),
    findings: ["tools/bomb.yaml:2:1 This is not valid YAML: Unexpected alias at node end."],
    all: 500,
  },
  {
    name: "a list of a hundred thousand aliases",
    tool: () => `x: &x 1\nrows: [${"*x,".repeat(100_000)}1]\n`,
    // The anchor is the first; the 10,000th alias begins 9,999 times three characters after column 8.
    findings: ["tools/bomb.yaml:2:30005 The file has more than 10000 anchors, aliases and tags."],
  },
  {
    name: "a value with half a million anchors",
    tool: () => `x: ${"&a ".repeat(500_000)}1\n`,
    findings: ["tools/bomb.yaml:1:30004 The file has more than 10000 anchors, aliases and tags."],
  },
  {
    name: "a list with a tag that compares its keys with each other",
    tool: () => `x: !!omap [${range(100_000, (at) => `k${at}: 1`).join(", ")}]\n`,
    findings: ["tools/bomb.yaml:1:11 This kind of YAML value is not used in definitions."],
  },
  {
    name: "a mapping of a hundred thousand keys",
    tool: () => range(100_000, (at) => `k${at}: 1\n`).join(""),
    findings: ["tools/bomb.yaml:1:1 This lacks the key name."],
  },
  {
    name: "a key that stands twice among a hundred thousand",
    tool: () => `${range(100_000, (at) => `k${at}: 1\n`).join("")}k7: 2\n`,
    findings: [
      "tools/bomb.yaml:100001:1 This is not valid YAML: Map keys must be unique. (each name may stand only once)",
    ],
  },
  {
    name: "a hundred thousand opening brackets",
    tool: () => `x: ${"[".repeat(100_000)}${"]".repeat(100_000)}\n`,
    // The first bracket, in column 4, is level 1.
    findings: ["tools/bomb.yaml:1:64 The file nests deeper than 60 levels."],
  },
  {
    name: "a thousand mappings in each other",
    tool: () => range(1000, (at) => `${" ".repeat(at)}a:\n`).join(""),
    findings: ["tools/bomb.yaml:62:62 The file nests deeper than 60 levels."],
  },
  {
    name: "lists in each other on one line",
    tool: () => `x:\n  ${"- ".repeat(100_000)}1\n`,
    findings: ["tools/bomb.yaml:2:123 The file nests deeper than 60 levels."],
  },
  {
    name: "a hundred thousand errors",
    tool: () => "a: b: c\n".repeat(100_000),
    findings: [
      "tools/bomb.yaml:1:4 This is not valid YAML: Nested mappings are not allowed in compact mappings. (a text or formula with a colon and a space needs quotes)",
    ],
    // Each stands inside the one before, and what nests too deeply is not looked at.
    all: 60,
  },
  {
    name: "a hundred thousand documents",
    tool: () => "---\n".repeat(100_000),
    findings: [
      "tools/bomb.yaml:2:1 This is not valid YAML: Source contains multiple documents; please use YAML.parseAllDocuments().",
    ],
  },
  {
    name: "a key of a million characters",
    tool: () => `${"k".repeat(1_000_000)}: 1\n`,
    findings: [
      "tools/bomb.yaml:1:1 This is not valid YAML: The : indicator must be at most 1024 chars after the start of an implicit block mapping key.",
    ],
  },
  {
    name: "values with tags",
    tool: () => "name: !!binary aGVsbG8=\nx: !!set {a, b}\n",
    findings: [
      "tools/bomb.yaml:1:16 This kind of YAML value is not used in definitions.",
      "tools/bomb.yaml:2:10 This kind of YAML value is not used in definitions.",
    ],
  },
  {
    name: "a mapping as a key",
    tool: () => "? {a: b}\n: c\n",
    findings: ["tools/bomb.yaml:1:1 A key must be a plain word."],
  },
  {
    name: "values that are called like parts of every object",
    tool: () => tool("  __proto__: start\n  constructor: start", "start"),
    findings: [
      "tools/bomb.yaml:10:1 values is not written as it must be: a mapping. (it must match ^[a-z][a-z0-9_]*$)",
    ],
  },
];

const REPEATS = "is put together from more than 10000 pieces: it repeats what repeats itself.";
const CALLS_MULTIPLY =
  "computes more than 100000 values: its calls multiply. (keep what is called twice as a value, and use that)";

const MEANING: readonly HostileDefinition[] = [
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
    findings: ["tools/bomb.yaml:12:3 v0 lacks the key formula."],
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
    // f0 stands in line 11 and computes one value, f15 65,535 and f16 131,071.
    findings: [`tools/bomb.yaml:27:3 f16 ${CALLS_MULTIPLY}`],
  },
  {
    name: "calculations that call each other twice, 60 deep",
    tool: () => {
      const calculations = range(60, (at) => {
        const call = (x: string) => `{calculate: c${at - 1}, with: {x: ${x}}}`;
        const values = at === 0 ? "z: x + 1" : `p: ${call("x")}, q: ${call("x + 1")}, z: p.z + q.z`;
        return `  c${at}: {given: {x: "1"}, values: {${values}}}`;
      });
      return tool(
        "  v: {calculate: c59, with: {x: start}}",
        "v.z",
        `calculations:\n${calculations.join("\n")}\n`,
      );
    },
    // c0 computes one value, each other three and twice those before: c14 65,533, c15 131,069.
    findings: [`tools/bomb.yaml:26:3 c15 ${CALLS_MULTIPLY}`],
  },
  {
    name: "lists that are joined with themselves, 60 times",
    tool: () =>
      tool(
        `  l0: "[start, start]"\n${range(60, (at) => `  l${at + 1}: concat(l${at}, l${at})`).join("\n")}\n  v: count(l60)`,
        "v",
      ),
    // l0 has 2 entries and stands in line 12, l13 has 16,384.
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
        "  v: {calculate: f, with: {x: start}}",
        "v.z",
        'calculations:\n  f:\n    given: {x: "1"}\n    values:\n      y: {calculate: g, with: {x: x}}\n      z: y.z + 1\n  g:\n    given: {x: "1"}\n    values:\n      y: {calculate: f, with: {x: x}}\n      z: y.z + 1\n',
      ),
    findings: ["tools/bomb.yaml:15:7 This value depends on itself: z -> z -> z. (break the circle)"],
  },
  {
    name: "a lookup over a hundred million combinations",
    tool: () => {
      const words = range(100, (at) => `w${at}`).join(", ");
      const inputs = ["a", "b", "c", "d"].map(
        (name) => `    ${name}: {type: string, description: X., enum: [${words}]}`,
      );
      return tool(
        "  v: big(a, b, c, d)",
        "v",
        'tables:\n  big:\n    at: x\n    keys: {a: equal, b: equal, c: equal, d: equal}\n    columns: {a: text, b: text, c: text, d: text, w: "1"}\n    rows:\n      - {a: w1, b: w1, c: w1, d: w1, w: 1}\n',
        `inputs:\n  type: object\n  additionalProperties: false\n  required: [a, b, c, d]\n  properties:\n${inputs.join("\n")}\n`,
      );
    },
    findings: [
      "tools/bomb.yaml:26:3 start is never used. (delete it, or use it)",
      "tools/bomb.yaml:27:6 big has no row for a w0, w2, w3, w4, w5. (did you mean w1?)",
    ],
    all: 5,
  },
  {
    name: "a unit with a huge power",
    tool: () => tool('  v: {formula: start, unit: "m^999999999999"}', "v"),
    findings: [
      "tools/bomb.yaml:12:16 The formula gives a pure number, but its name or unit says length^999999999999 in base units.",
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
        `  v:\n    decide:\n${range(5000, (at) => `      - {when: start > ${at}, give: ${at}, at: x}`).join("\n")}\n    otherwise: 0`,
        "v",
      ),
    findings: [],
  },
];

export const HOSTILE_DEFINITIONS: readonly HostileDefinition[] = [
  ...FORMULAS,
  ...NUMBERS_AND_PATTERNS,
  ...YAML,
  ...MEANING,
];

/** One line for each letter after a, made from it and the one before. */
function letters(line: (now: string, before: string) => string): string {
  const all = "abcdefghij";
  return range(all.length - 1, (at) => line(all[at + 1] ?? "", all[at] ?? "")).join("\n");
}

function range<T>(length: number, make: (at: number) => T): T[] {
  return Array.from({ length }, (_, at) => make(at));
}
