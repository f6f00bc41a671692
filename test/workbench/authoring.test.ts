// Coverage and mutation on a small definition.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Progress } from "../../src/cli/progress.js";
import { readSchemas, sha256 } from "../../src/definitions/folder.js";
import { compileTool } from "../../src/engine/compile/module.js";
import { formatFinding, Report } from "../../src/engine/language/findings.js";
import { OPPOSITE } from "../../src/engine/language/operators.js";
import type { Tool } from "../../src/engine/tool.js";
import { lintedTool, loadDefinitions } from "../../src/lint/load.js";
import type { GoldenCase } from "../../src/workbench/cases.js";
import { coverageOf, walkInput } from "../../src/workbench/coverage.js";
import { readListed } from "../../src/workbench/listed.js";
import type { Mutant } from "../../src/workbench/mutation/mutant.js";
import { Mutation, percent, summary } from "../../src/workbench/mutation/mutation.js";
import { EDGE, otherWord, perturbed } from "../../src/workbench/mutation/perturb.js";

const SCHEMAS = readSchemas();
const TOOL = `name: tank
title: A tank
description: A tank for the tests.
category: examples
version: 1.0.0
edition: 2026-11-01
standard_reference: Handbook
cite: handbook 1
inputs:
  kind: {choices: [small, large, huge], description: Kind.}
  load_kw: {at_least: 0, at_most: 1000, description: Load.}
  year: {type: integer, choices: [2026, 2027], description: Year.}
  hours: {at_least: 1, at_most: 100, unit: h, assumed: 24, description: Hours.}
constraints:
  - {when: hours > 90 and kind == "huge", at: "2", field: hours, say: "Not {hours} hours."}
tables:
  rate:
    unit: l/kWh
    entries: {small: 0.3, large: 0.25, huge: 0.2}
  growth:
    keys: {year: equal, band: at_most}
    across: {year: [2026, 2027]}
    columns: {year: integer, band: kW, factor: "1", spare: "1"}
    rows:
      - {band: 100, factor: [1.0, 1.5], spare: 4}
      - {band: .inf, factor: [2.0, 2.5], spare: 4}
  catalogue:
    SAMPLED
    columns: {size: l, name: text}
    rows:
      - {size: 10, name: drum}
      - {size: 5000, name: tank}
      - {size: 900000, name: lake}
values:
  fuel: {formula: "load_kw * hours * rate(kind) * growth(year, load_kw).factor", unit: l}
  chosen: {pick: catalogue, smallest: size, where: size >= fuel}
  level:
    decide:
      - {when: load_kw > 500, give: high, at: "3"}
      - {when: kind == "small", give: low}
    otherwise: {give: '= if(load_kw > 50, "middle", "low")', at: "3"}
flags:
  - {code: big, when: fuel >= 1000, at: "4", say: "{fuel:0} litres."}
recommendations:
  - {when: level == "high", say: Ask an engineer.}
  - Go on.
results:
  fuel: {round: 1, description: Fuel}
  level: {description: Level}
  container: {value: = chosen.name, description: Container}
`;

function toolOf(text: string): Tool {
  const file = (path: string, content: string) => ({ path, text: content, sha256: sha256(content) });
  const { set, findings } = loadDefinitions(
    [
      file(
        "common.yaml",
        "edition: 2026-11-01\ndisclaimer: Check.\nfields: {flags: Flags., warnings: Warnings.}\n",
      ),
      file(
        "sources.yaml",
        "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n",
      ),
      file("tools/tank.yaml", text),
    ],
    SCHEMAS,
  );
  const tool = set?.tools.get("tank");
  if (tool === undefined) throw new Error(findings.map(formatFinding).join("\n"));
  return tool;
}

const plain = () => toolOf(TOOL.replace("    SAMPLED\n", ""));
const sampled = () => toolOf(TOOL.replace("SAMPLED", "sampled: true"));
const base = { kind: "small", load_kw: 10, year: 2026 };

function golden(tool: Tool, inputs: readonly object[]): GoldenCase[] {
  return inputs.map((input, at) => {
    const outcome = tool.run(input);
    const common = {
      name: String(at),
      file: "a.yaml",
      why: "a test",
      origin: "hand",
      source: "None",
      input,
    } as const;
    return outcome.ok
      ? { ...common, expect: outcome.result }
      : { ...common, refused: outcome.problems.map((problem) => problem.pointer) };
  });
}

async function covered(tool: Tool, inputs: readonly object[]) {
  const used = new Set<object>();
  for (const input of inputs) walkInput(tool, input, (piece) => used.add(piece));
  return coverageOf(tool, used);
}

describe("coverage", () => {
  test("one case leaves gaps, each with its place", async () => {
    const { shares, gaps } = await covered(plain(), [base]);
    const at = (kind: string) =>
      gaps.filter((gap) => gap.kind === kind).map((gap) => `${gap.location.line} ${gap.what}`);
    expect(at("rule")).toEqual(["38 level[1]", "40 level otherwise", "42 flags[big]"]);
    expect(at("recommendation")).toEqual(["44 recommendations[1]"]);
    expect(at("branch")).toEqual([
      '40 level otherwise: then of if(load_kw > 50, "middle", "low")',
      '40 level otherwise: else of if(load_kw > 50, "middle", "low")',
    ]);
    expect(at("text")).toEqual(["15 constraint on hours", "42 flags[big]", "44 recommendations[1]"]);
    expect(at("row")).toContain("19 rate(huge)");
    expect(shares.rule).toEqual({ all: 4, used: 1, enough: false });
    expect(shares.recommendation).toEqual({ all: 2, used: 1, enough: false });
  });

  test("every piece can be reached", async () => {
    const inputs = ["small", "large", "huge"].flatMap((kind) =>
      [0.01, 10, 60, 100, 600].flatMap((load_kw) =>
        [2026, 2027].flatMap((year) => [24, 95].map((hours) => ({ kind, load_kw, year, hours }))),
      ),
    );
    const { shares, gaps } = await covered(plain(), inputs);
    expect(gaps).toEqual([]);
    // On both sides of a limit, but not on it.
    const { gaps: beside } = await covered(
      plain(),
      inputs.filter(({ load_kw }) => load_kw !== 100),
    );
    expect(beside.map(({ kind, location, what }) => `${kind} ${location.line} ${what}`)).toEqual([
      "limit 25 growth(2026, 100)",
      "limit 25 growth(2027, 100)",
    ]);
    expect(Object.values(shares).every((share) => share.enough && share.used === share.all)).toBe(true);
  });

  test("rows of a sampled table are not demanded", async () => {
    const rows = async (tool: Tool) =>
      (await covered(tool, [base])).gaps.filter((gap) => gap.what.startsWith("catalogue")).length;
    expect(await rows(plain())).toBe(2);
    expect(await rows(sampled())).toBe(0);
  });
});

describe("mutation", () => {
  const run = async (tool: Tool, inputs: readonly object[]) => {
    const cases = golden(tool, inputs);
    const mutation = new Mutation([tool], () => cases);
    const mutants = mutation.mutants(tool);
    const before = JSON.stringify(tool.run({ ...base, load_kw: 333 }));
    const survivors = mutants.filter((mutant) => !mutation.notices(tool, mutant));
    expect(JSON.stringify(tool.run({ ...base, load_kw: 333 }))).toBe(before);
    return { mutants, survivors, places: survivors.map(({ place }) => place) };
  };

  test("every kind of change is tried, each at its place", async () => {
    const { mutants } = await run(plain(), [base]);
    const at = (place: string) => {
      const { location } = mutants.find((mutant) => mutant.place === place) as Mutant;
      return `${location.file}:${location.line}:${location.column}`;
    };
    expect(at("rate(small).cell: 0.3 -> 0.303")).toBe("tools/tank.yaml:19:22");
    expect(at("growth(2027, 100).factor: 1.5 -> 1.515")).toBe("tools/tank.yaml:25:35");
    expect(at("growth(2026, 100).year: 2026 -> 2027")).toBe("tools/tank.yaml:22:21");
    expect(at("level[1]: load_kw > 500, > -> <=")).toBe("tools/tank.yaml:38:24");
    expect(at("level[1]: load_kw > 500, > -> >=")).toBe("tools/tank.yaml:38:24");
    expect(at("level[1]: 500 -> 505")).toBe("tools/tank.yaml:38:26");
    expect(at('level[2]: "small" -> "large"')).toMatch(/^tools\/tank.yaml:39:/);
    expect(at("assumed hours: 24 -> 25")).toMatch(/^tools\/tank.yaml:13:/);
    expect(at("constraint on hours: 90 -> 91")).toMatch(/^tools\/tank.yaml:15:/);
    // Unread columns and open ends of bands are not mutated.
    expect(mutants.filter(({ place }) => /spare|\.band: Infinity/.test(place))).toEqual([]);
    expect(new Set(mutants.map(({ place }) => place)).size).toBe(mutants.length);
  });

  test("few cases leave survivors, cases at the edges catch them", async () => {
    const few = await run(plain(), [base]);
    expect(few.places).toContain("level[1]: 500 -> 505");
    expect(few.places).toContain("level[1]: load_kw > 500, > -> >=");
    expect(few.places).toContain("rate(large).cell: 0.25 -> 0.2525");
    expect(few.places).not.toContain("rate(small).cell: 0.3 -> 0.303");
    const more = await run(plain(), [
      base,
      { ...base, load_kw: 500, year: 2027 },
      { ...base, load_kw: 501 },
      { ...base, kind: "large", load_kw: 50 },
    ]);
    expect(more.places).not.toContain("level[1]: 500 -> 505");
    expect(more.places).not.toContain("level[1]: load_kw > 500, > -> >=");
    expect(more.places).not.toContain("rate(large).cell: 0.25 -> 0.2525");
    expect(more.survivors.length).toBeLessThan(few.survivors.length);
  });

  test("a change is noticed only in what a case compares", async () => {
    const tool = plain();
    const [whole] = golden(tool, [base]) as [GoldenCase];
    const places = async (each: GoldenCase) => {
      const mutation = new Mutation([tool], () => [each]);
      return mutation.mutants(tool).filter((mutant) => mutation.notices(tool, mutant)).length;
    };
    const { level } = whole.expect ?? {};
    expect(await places({ ...whole, only: true })).toBe(await places(whole));
    expect(await places({ ...whole, only: true, expect: { level } })).toBeLessThan(await places(whole));
  });

  test("each is judged as if the changed definition were compiled whole, and nothing of it is left behind", async () => {
    const tool = plain();
    const inputs = [base, { ...base, load_kw: 501 }, { kind: "huge", load_kw: 60, year: 2027, hours: 91 }];
    const cases = golden(tool, inputs);
    const mutation = new Mutation([tool], () => cases);
    const answers = ({ plan }: Pick<Tool, "plan">) => {
      const compiled = compileTool(plan, "Check.");
      return inputs.map((input) => {
        const root = compiled.open(input);
        return compiled.violations(root).length > 0 ? "refused" : JSON.stringify(compiled.result(root));
      });
    };
    const expected = answers(tool);
    const whole = (mutant: Mutant): boolean => {
      const undo = mutant.apply();
      const report = new Report();
      try {
        const changed = lintedTool(tool.plan.def, report);
        return (
          report.findings.some(({ severity }) => severity === "error") ||
          `${answers(changed)}` !== `${expected}`
        );
      } finally {
        undo();
      }
    };
    for (const mutant of mutation.mutants(tool))
      expect(mutation.notices(tool, mutant), mutant.place).toBe(whole(mutant));
  });

  test("what moves figures alone is not asked of the cases, which hold none", async () => {
    const drawn = `figures:
  - {title: Fuel, kind: bars, unit: l, each: catalogue, label: name, value: size + twice, limit: fuel}
`;
    const tool = toolOf(
      TOOL.replace("    SAMPLED\n", "").replace(
        "  level:\n",
        "  shift: {constant: 7, unit: l}\n  twice: 2 * shift\n  level:\n",
      ) + drawn,
    );
    const mutation = new Mutation([tool], () => golden(tool, [base]));
    const mutants = mutation.mutants(tool);
    const places = mutants.map(({ place }) => place);
    expect(places.filter((place) => place.includes("shift") || place.includes("twice"))).toEqual([]);
    const used = TOOL.replace("    SAMPLED\n", "");
    const before = new Mutation([toolOf(used)], () => golden(tool, [base])).mutants(toolOf(used));
    expect(places).toEqual(before.map(({ place }) => place));
  });

  test("of a sampled table only the rows that cases use are changed", async () => {
    const sizes = async (tool: Tool) =>
      (await run(tool, [base])).mutants.filter(({ place }) => place.startsWith("catalogue")).length;
    expect(await sizes(plain())).toBe(3);
    expect(await sizes(sampled())).toBe(1);
  });

  test("listed equivalents are taken out, with their reason", async () => {
    const tool = plain();
    const { mutants, survivors } = await run(tool, [base]);
    const place = "level[1]: 500 -> 505";
    const file = join(mkdtempSync(join(tmpdir(), "trust-")), "equivalent.yaml");
    writeFileSync(file, `- {file: tools/tank.yaml, place: "${place}", reason: A test.}\n`);
    const without = summary(tool, mutants, survivors, []);
    const listed = summary(tool, mutants, survivors, readListed(file));
    expect(listed.equivalent.map((mutant) => mutant.place)).toEqual([place]);
    expect(listed.tried).toBe(without.tried - 1);
    expect(listed.caught).toBe(without.caught);
    expect(percent(listed)).toBeGreaterThan(percent(without));
    writeFileSync(file, `- {file: tools/tank.yaml, place: "${place}"}\n`);
    expect(() => readListed(file)).toThrow("entry 1 needs file, place and reason");
  });
});

test("small changes", () => {
  expect([0, 1, 250, 2026, 9000, -3, 0.5, -0.2].map(perturbed)).toEqual([
    1, 2, 253, 2027, 9090, -2, 0.505, -0.198,
  ]);
  expect([OPPOSITE["<"], EDGE["<"], OPPOSITE["=="], EDGE["=="], OPPOSITE["+"]]).toEqual([
    ">=",
    "<=",
    "!=",
    undefined,
    undefined,
  ]);
  expect(otherWord("b", new Set(["a", "b", "c"]), ["b", "c"])).toBe("a");
  expect(otherWord("a", new Set(["a", "b"]), ["a", "b"])).toBeUndefined();
});

test("progress is one line on a terminal and silent at first elsewhere", () => {
  const written: string[] = [];
  const out = (isTTY: boolean) => ({ isTTY, write: (text: string) => written.push(text) });
  new Progress("tried:", 4, out(false)).step();
  expect(written).toEqual([]);
  const progress = new Progress("tried:", 4, out(true));
  progress.step();
  progress.end();
  expect(written).toEqual([expect.stringContaining("tried: 1 of 4 (25 %), about"), "\r\x1b[K"]);
});
