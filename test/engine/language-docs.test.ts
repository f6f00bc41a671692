// The language reference is correct: tools load and give the shown results, formulas give their values, and checks,
// functions, kinds, keys, units and limits are complete.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withTables } from "../../scripts/docs.js";
import { readTiers, TIER_CHECK } from "../../src/access/tiers-yaml.js";
import { readSchemas } from "../../src/definitions/folder.js";
import { FUNCTION_NAMES } from "../../src/engine/functions/all.js";
import { LIMITS } from "../../src/engine/language/bounds.js";
import { FIGURE_KINDS } from "../../src/engine/language/figures.js";
import { formatFinding } from "../../src/engine/language/findings.js";
import { FormulaError, parseFormula } from "../../src/engine/language/formula.js";
import { SUFFIXES, unitOfName } from "../../src/engine/language/unit-names.js";
import { parseUnit, UNIT_NAMES } from "../../src/engine/language/units.js";
import { KIND_KEYS } from "../../src/engine/read/values.js";
import type { Tool } from "../../src/engine/tool.js";
import { CHECKS } from "../../src/lint/checks.js";
import { loadDefinitions } from "../../src/lint/load.js";
import { tryPromises } from "../../src/workbench/promises/try.js";
import { citedOnly } from "../helpers/cited-sources.js";
import { ROOT } from "../helpers/folders.js";
import { ownSet } from "../helpers/own-definitions.js";

const [PAGE, REFERENCE] = ["language", "language-reference"].map((name) =>
  readFileSync(join(ROOT, `docs/${name}.md`), "utf8"),
) as [string, string];
const DOCUMENT = `${PAGE}\n${REFERENCE}`;
const SCHEMAS = readSchemas();

// Content

interface Block {
  readonly info: string;
  readonly text: string;
}

function blocksOf(document: string): Block[] {
  return [...document.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map((match) => ({
    info: match[1] ?? "",
    text: match[2] ?? "",
  }));
}

/** Returns the body rows of every table with this header. */
function rowsOf(...header: readonly string[]): string[][] {
  const rows: string[][] = [];
  let inside = false;
  for (const line of DOCUMENT.split("\n")) {
    const cells = line.split(" | ").map((cell) => cell.replace(/^\| ?/, "").replace(/ ?\|$/, "").trim());
    if (!line.startsWith("|")) inside = false;
    else if (header.every((name, index) => cells[index] === name)) inside = true;
    else if (inside && !line.startsWith("|---")) rows.push(cells);
  }
  return rows;
}

const plain = (cell: string | undefined): string => (cell ?? "").replace(/^`|`$/g, "");

/** Returns every text in backticks. */
const quoted = (cell: string | undefined): string[] =>
  [...(cell ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");

interface Case {
  readonly input: unknown;
  readonly result?: object;
  readonly refused?: unknown;
  readonly figures?: object;
}
interface Example {
  readonly name: string;
  readonly text: string;
  readonly cases: Case[];
}

const BLOCKS = blocksOf(DOCUMENT);
const EXAMPLES = examplesOf(BLOCKS);

function examplesOf(blocks: readonly Block[]): Example[] {
  const examples: Example[] = [];
  blocks.forEach((block, index) => {
    if (block.info === "yaml tool") {
      const name = /^name: (\w+)$/m.exec(block.text)?.[1] ?? "";
      examples.push({ name, text: block.text, cases: [] });
    }
    if (block.info !== "json input") return;
    const answer = blocks[index + 1];
    const input = JSON.parse(block.text) as unknown;
    const shown = JSON.parse(answer?.text ?? "") as object;
    const kind = (answer?.info ?? "").replace("json ", "");
    examples.at(-1)?.cases.push({ input, [kind]: shown });
  });
  return examples;
}

function blockOf(info: string): string {
  return BLOCKS.find((block) => block.info === info)?.text ?? "";
}

/** Loads a tool of the document with its parts and shared tables. */
function load(
  name: string,
  text: string,
  bibliography = blockOf("yaml sources"),
  tolerated: ReadonlySet<string> = new Set(),
  more: Readonly<Record<string, string>> = {},
) {
  const texts: Record<string, string> = {
    "common.yaml": blockOf("yaml common"),
    [`tools/${name}.yaml`]: text,
    ...more,
  };
  if (text.includes("\nparts: ")) {
    for (const { info, text: piece } of BLOCKS) {
      const part = /^part: (\w+)$/m.exec(piece)?.[1];
      const table = /^table: (\w+)$/m.exec(piece)?.[1];
      if (info === "yaml part" && part !== undefined) texts[`parts/${part}.yaml`] = piece;
      if (info === "yaml table" && table !== undefined) texts[`tables/${table}.yaml`] = piece;
    }
  }
  texts["sources.yaml"] = citedOnly(bibliography, Object.values(texts));
  const files = Object.entries(texts).map(([path, each]) => ({ path, text: each, sha256: "" }));
  const { findings, set } = loadDefinitions(files, SCHEMAS, tolerated);
  return { findings, tool: set?.tools.get(name) };
}

function loadWell(name: string, text: string): Tool {
  const { findings, tool } = load(name, text);
  expect(findings.map(formatFinding)).toEqual([]);
  if (tool === undefined) throw new Error(`${name} did not load`);
  return tool;
}

// Tools

test("every block is of a kind that is tested, and every input has its answer", () => {
  const kinds = ["yaml sources", "yaml common", "yaml table", "yaml part", "yaml tool"];
  const answers = ["json result", "json refused", "json figures"];
  BLOCKS.forEach((block, index) => {
    if (block.info === "json input") expect(answers).toContain(BLOCKS[index + 1]?.info);
    else if (answers.includes(block.info)) expect(BLOCKS[index - 1]?.info).toBe("json input");
    else expect(kinds).toContain(block.info);
  });
  expect(new Set(EXAMPLES.map((example) => example.name)).size).toBe(EXAMPLES.length);
});

describe.each(EXAMPLES.map((example) => [example.name, example] as const))("%s", (name, example) => {
  test("loads without a finding, and keeps what it promises", () => {
    const options = { golden: [], count: 300, seed: "docs", others: new Map<string, Tool>() };
    const tried = [...tryPromises(loadWell(name, example.text), options)].filter(
      (each) => each !== undefined,
    );
    expect(tried.map(({ outcome }) => outcome)).toEqual(tried.map(() => "held"));
  });

  test.each(example.cases.map((each, index) => [index + 1, each] as const))(
    "case %d gives what is shown, in both evaluators",
    async (_, { input, result = {}, refused, figures }) => {
      const tool = loadWell(name, example.text);
      const outcome = tool.run(input);
      expect(JSON.stringify(tool.interpret(input))).toBe(JSON.stringify(outcome));
      if (refused !== undefined) expect(outcome).toEqual({ ok: false, problems: refused });
      else expect(outcome).toMatchObject({ ok: true, result });
      if (figures === undefined) return;
      const drawn = tool.figures(input as Readonly<Record<string, unknown>>);
      expect(drawn).toMatchObject(figures);
      expect((await tool.explain(input)).explanation?.figures).toEqual(drawn);
    },
  );
});

test("every construct stands in a tested tool", () => {
  const text = EXAMPLES.map((example) => example.text).join("\n") + blockOf("yaml part");
  for (const [key] of KIND_KEYS) expect(text).toMatch(new RegExp(`\\b${key}:`));
  for (const kind of FIGURE_KINDS) expect(text).toContain(`kind: ${kind}\n`);
  for (const kind of keyKinds()) expect(text).toMatch(new RegExp(`\\b${kind}\\b`));
  const keys =
    "constraints scales tables functions calculations conditions values flags assumptions recommendations figures promises";
  const more =
    "grid entries across dated otherwise check default form shared parts number order_by where fields_from choices_from applies assumption assumed optional fields_of";
  for (const key of `${keys} ${more}`.split(" ")) expect(text).toMatch(new RegExp(`\\b${key}:`));
});

// Formulas

const FORMULAS = rowsOf("formula", "gives").map(
  ([formula, gives]) => [plain(formula), plain(gives)] as const,
);

describe("formulas give what is said", () => {
  const frame = EXAMPLES.find((example) => example.name === "formula_examples");
  const leaves = FORMULAS.map(
    ([formula], index) =>
      `  example_${index}: {value: ${JSON.stringify(`= ${formula}`)}, description: Example}\n`,
  );
  // Most examples are constant and have no sources.
  const fixed = new Set(["fixed", "unreachable", "uncited"]);
  const example = load("formula_examples", `${frame?.text}${leaves.join("")}`, undefined, fixed);
  const { tool } = example;
  if (tool === undefined) throw new Error(example.findings.map(formatFinding).join("\n"));
  const input = frame?.cases[0]?.input;
  const outcome = tool.run(input);
  const result = outcome.ok ? outcome.result : {};

  test("in both evaluators", () => {
    expect(outcome.ok).toBe(true);
    expect(JSON.stringify(tool.interpret(input))).toBe(JSON.stringify(outcome));
  });

  test.each(FORMULAS.map(([formula, gives], index) => [formula, gives, index] as const))(
    "%s gives %s",
    (_, gives, index) => {
      expect(JSON.stringify(result[`example_${index}`])).toBe(JSON.stringify(JSON.parse(gives)));
    },
  );
});

test("every built-in function has an example", () => {
  for (const name of FUNCTION_NAMES) {
    expect(
      FORMULAS.some(([formula]) => formula.startsWith(`${name}(`)),
      name,
    ).toBe(true);
  }
});

test.each(rowsOf("refused", "message"))("%s is refused", (formula, message) => {
  let said = "";
  try {
    parseFormula(plain(formula));
  } catch (error) {
    if (error instanceof FormulaError) said = `${error.message} (${error.hint})`;
  }
  expect(said).toBe(message);
});

// Units

test("suffixes mean the units beside them", () => {
  const rows = rowsOf("suffix", "unit");
  expect(rows.length).toBeGreaterThan(10);
  for (const [suffixes, units] of rows) {
    const found = quoted(suffixes).map((suffix) => unitOfName(`quantity${suffix}`));
    expect(found).toEqual((units ?? "").split(", "));
  }
  for (const [name, unit] of rowsOf("name", "unit")) {
    expect(unitOfName(plain(name)) ?? "none", plain(name)).toBe(unit);
  }
});

test("no suffix and no unit word is left out", () => {
  const suffixes = rowsOf("suffix", "unit").flatMap(([cell]) => quoted(cell));
  expect(suffixes.sort()).toEqual(
    Object.keys(SUFFIXES)
      .map((name) => `_${name}`)
      .sort(),
  );
  const words = rowsOf("units", "of").flatMap(([cell]) => quoted(cell));
  expect(words.sort()).toEqual([...UNIT_NAMES].sort());
});

test("unit words are known", () => {
  const words = rowsOf("units", "of").flatMap(([units]) => quoted(units));
  expect(words.length).toBeGreaterThan(30);
  for (const word of words) expect(parseUnit(word), word).toBeDefined();
});

// Completeness

function keyKinds(): string[] {
  const schema = JSON.stringify(SCHEMAS["language.schema.json"]);
  const kinds = /"enum":(\["equal"[^\]]*\])/.exec(schema)?.[1] ?? "[]";
  return JSON.parse(kinds) as string[];
}

test("every kind of value has a section, every kind of key a row", () => {
  for (const [, kind] of KIND_KEYS) expect(DOCUMENT).toContain(`\n### ${kind}\n`);
  expect(rowsOf("kind", "a row fits when").map(([kind]) => plain(kind))).toEqual(keyKinds());
});

test("every limit is listed with its number", () => {
  const listed = rowsOf("limit", "most").map(([limit, most]) => [
    plain(limit),
    Number(most?.replaceAll(",", "")),
  ]);
  expect(Object.fromEntries(listed)).toEqual(LIMITS);
});

describe("checks", () => {
  const listed = new Map(
    rowsOf("check", "finding").map(([check, , , example]) => [plain(check), example ?? ""]),
  );
  const folder = join(ROOT, "test/broken");
  const expected = readdirSync(folder)
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"))
    .flatMap((line) => {
      const match = /^# expect (\w+) \d+:\d+ (?:remark: )?(.*)$/.exec(line);
      return match === null ? [] : [{ check: match[1] ?? "", message: match[2] ?? "" }];
    });

  test("the table is the one that the list of checks makes (npm run docs)", () => {
    expect(withTables(DOCUMENT, ownSet)).toBe(DOCUMENT);
  });

  test("every check of the engine, of the tiers and of the broken fixtures is listed, and no other", () => {
    const source = ["src/engine", "src/lint"]
      .flatMap((folder) =>
        readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) =>
          join(ROOT, folder, file),
        ),
      )
      .filter((file) => file.endsWith(".ts"))
      .concat(join(ROOT, "src/access/tiers-yaml.ts"))
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    const named = [...source.matchAll(/report\.(?:error|remark)\(\s*"(\w+)"|wrong = .*error\("(\w+)"/g)];
    const known = new Set([
      ...named.map((match) => match[1] ?? match[2] ?? ""),
      ...expected.map(({ check }) => check),
      ...CHECKS.map(({ code }) => code),
      TIER_CHECK.code,
    ]);
    expect([...listed.keys()].sort()).toEqual([...known].sort());
  });

  test("every example message is one that loading gives", () => {
    const head = EXAMPLES.find(({ name }) => name === "division")?.text.split("values:")[0];
    const chain = Array.from(
      { length: 500 },
      (_, at) => `  v${at}: ${at === 0 ? "force_kn" : `v${at - 1}`}\n`,
    );
    const broken = [
      "values:\n  x: {each: {a: [1], b: [2]}, values: {c: a}}\nrecommendations: [Go.]\nresults: {y: {value: = count(x), description: Y}}\n",
      "recommendations: [Go.]\nresults:\n  o: {fields: {force_kn: {description: Force}}}\n",
      `values:\n${chain.join("")}recommendations: [Go.]\nresults: {v499: {description: Last}}\n`,
    ];
    const others = broken.flatMap((body) => load("division", `${head}${body}`).findings.map(formatFinding));
    const due = blockOf("yaml sources").replace("2027-11-01", "2026-05-01");
    others.push(...load("fuel_tank", EXAMPLES[0]?.text ?? "", due).findings.map(formatFinding));
    const licences = { "licences.yaml": "open_1: {title: Open Licence 1, commercial: allowed}\n" };
    const unsaid = load("fuel_tank", EXAMPLES[0]?.text ?? "", undefined, undefined, licences);
    others.push(...unsaid.findings.map(formatFinding));
    const ordered = { "common.yaml": `${blockOf("yaml common")}catalogue: [fuel_tnk]\n` };
    const odd = load("fuel_tank", EXAMPLES[0]?.text ?? "", undefined, undefined, ordered);
    others.push(...odd.findings.map(formatFinding));
    const own = { path: "common.yaml", text: blockOf("yaml common"), sha256: "", isInstead: true };
    others.push(...loadDefinitions([own], SCHEMAS).findings.map(formatFinding));
    const dear =
      "currency: GBP\ninterfaces: {main: {title: Main, header: X-Key, plans: {pro: {title: Pro, price_per_month: 9, " +
      "price_per_month_paid_yearly: 10, requests_per_minute: 5, calls_per_month: 50, mcp: true, support: None}}}}\n";
    const offered = readTiers(dear);
    others.push(...offered.findings.map(formatFinding));
    const messages = [
      ...expected.map(({ message }) => message),
      ...others.map((line) => line.slice(line.indexOf(" ") + 1).replace(/^remark: /, "")),
    ];
    for (const [check, example] of listed) expect(messages, check).toContain(example);
  });
});
