// A new tool needs only YAML: it is served, listed, explained and tested without TypeScript changes.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_FOLDER } from "../../src/definitions/folder.js";
import { loadFolder } from "../../src/definitions/load.js";
import { compareGolden } from "../../src/workbench/cases.js";
import { citedOnly } from "../helpers/cited-sources.js";
import { CLI, stopped, waitForLine } from "../helpers/processes.js";

const TABLE = `table: paint_coverage
edition: 2026-11-01
cite: rule_of_thumb coverage of one litre
keys: {surface: equal}
columns: {surface: text, coverage: m^2/l}
rows:
  - {surface: plaster, coverage: 10}
  - {surface: brick, coverage: 6}
`;
const TOOL = `name: paint_needed
title: Paint for a wall
description: Litres of paint for a wall of a given size and surface.
category: demonstration
version: 1.0.0
edition: 2026-11-01
standard_reference: Rule of thumb
headline: {numbers: [litres]}
inputs:
  area_m2: {title: Area, above: 0, at_most: 10000, description: Area to paint.}
  surface: {title: Surface, choices: {plaster: Plaster, brick: Brick}, description: What is painted.}
  coats: {title: Coats, type: integer, at_least: 1, at_most: 5, assumed: 2, description: Coats of paint.}
tables:
  paint_coverage: {shared: paint_coverage}
values:
  litres: {formula: area_m2 * coats / paint_coverage(surface), unit: l}
flags:
  - {code: much_paint, when: litres > 100, cite: own_judgement a pallet, say: "{litres:1} litres is more than a pallet."}
recommendations:
  - Buy a tenth more.
results:
  litres: {title: Paint for all coats, round: 1}
`;
/** 30 m2 of brick, two coats: 30 * 2 / 6 */
const GOLDEN = {
  input: { area_m2: 30, surface: "brick" },
  expect: {
    litres: 10,
    flags: [],
    warnings: [],
    assumptions: [],
    recommendations: ["Buy a tenth more."],
    standard_reference: "Rule of thumb",
    disclaimer:
      "Indicative result from a simplified method and the inputs given; a qualified engineer must validate it before any technical, legal or investment decision.",
  },
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-"));
  cpSync(join(DEFAULT_FOLDER, "common.yaml"), join(folder, "common.yaml"));
  const bibliography = readFileSync(join(DEFAULT_FOLDER, "sources.yaml"), "utf8");
  writeFileSync(join(folder, "sources.yaml"), citedOnly(bibliography, [TABLE, TOOL]));
  for (const name of ["tools", "tables"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "tables/paint_coverage.yaml"), TABLE);
  writeFileSync(join(folder, "tools/paint_needed.yaml"), TOOL);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("it loads, and its golden case holds in both evaluators", () => {
  const tool = loadFolder(folder).set?.tools.get("paint_needed");
  expect(tool).toBeDefined();
  if (tool === undefined) return;
  expect(compareGolden(GOLDEN, tool.run(GOLDEN.input))).toEqual([]);
  expect(compareGolden(GOLDEN, tool.interpret(GOLDEN.input))).toEqual([]);
});

test("it is served, listed and explained from DEFINITIONS_DIR", async () => {
  const server = spawn(process.execPath, [CLI, "serve"], {
    env: { ...process.env, DEFINITIONS_DIR: folder, DATA_DIR: ":memory:", PORT: "0" },
  });
  try {
    const address = /http:\/\/\S+/.exec(await waitForLine(server, "serves 1 tools on"))?.[0];
    const catalogue = (await (await fetch(`${address}/v1/tools`)).json()) as {
      tools: { name: string }[];
      count: number;
    };
    expect(catalogue.count).toBe(1);
    expect(catalogue.tools[0]?.name).toBe("paint_needed");
    const post = (query: string) =>
      fetch(`${address}/v1/tools/paint_needed${query}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(GOLDEN.input),
      });
    expect(await (await post("")).json()).toEqual({ ...GOLDEN.expect, tier: "free" });
    const litres = { name: "litres", substituted: '30 * 2 / paint_coverage("brick")' };
    expect(await (await post("?explain=true")).json()).toMatchObject({
      explanation: { steps: expect.arrayContaining([expect.objectContaining(litres)]) },
    });
  } finally {
    await stopped(server, "SIGTERM");
  }
});

test("the command line runs it", () => {
  const out = execFileSync(
    process.execPath,
    [CLI, "run", "paint_needed", "--definitions", folder, "--area_m2", "30", "--surface", "brick"],
    { encoding: "utf8" },
  );
  expect(JSON.parse(out)).toEqual(GOLDEN.expect);
});

test("a broken definition keeps the service from starting: report and exit code 1", () => {
  writeFileSync(join(folder, "tools/paint_needed.yaml"), TOOL.replace("area_m2 * coats", "area_m2 * coat"));
  try {
    execFileSync(process.execPath, [CLI, "serve"], {
      env: { ...process.env, DEFINITIONS_DIR: folder, DATA_DIR: ":memory:", PORT: "0" },
      encoding: "utf8",
      stdio: "pipe",
    });
    expect.unreachable("the service must not start");
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: string };
    expect(status).toBe(1);
    expect(stderr).toContain("tools/paint_needed.yaml:16:31 Nothing is called coat. (did you mean coats?)");
  } finally {
    writeFileSync(join(folder, "tools/paint_needed.yaml"), TOOL);
  }
});
