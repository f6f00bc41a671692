// Every golden case gives the expected result, and the same bytes from compiler and interpreter.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GOLDEN_FOLDER } from "../../src/definitions/folder.js";
import type { Tool } from "../../src/engine/tool.js";
import {
  caseFiles,
  compareGolden,
  differences,
  type GoldenCase,
  goldenTools,
} from "../../src/workbench/cases.js";
import { ownCases, ownSet } from "../helpers/own-definitions.js";

const tools = goldenTools(ownSet());
type Flagged = { readonly flags?: unknown } | undefined;

test("every tool has golden cases and every golden folder a tool", () => {
  expect(readdirSync(GOLDEN_FOLDER).sort()).toEqual(["always.yaml", ...tools.keys()].sort());
});

test("all of them are below 11 MB", () => {
  const files = readdirSync(GOLDEN_FOLDER, { recursive: true, encoding: "utf8" });
  const sizes = files.map((name) => statSync(join(GOLDEN_FOLDER, name))).filter((each) => each.isFile());
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(11_000_000);
});

/** Returns the differences of a case, one line per field: `name: field: difference`. */
function faultsOf(tool: Tool, golden: GoldenCase): string[] {
  const compiled = tool.run(golden.input);
  const faults = compareGolden(golden, compiled).map(
    ({ path, expected, got }) => `${path}: ${JSON.stringify(got)} instead of ${JSON.stringify(expected)}`,
  );
  const interpreted = tool.interpret(golden.input);
  if (JSON.stringify(interpreted) !== JSON.stringify(compiled)) {
    const apart = differences("", compiled, interpreted).map(
      ({ path, expected, got }) =>
        `${path}: ${JSON.stringify(got)} interpreted, ${JSON.stringify(expected)} compiled`,
    );
    faults.push(...(apart.length > 0 ? apart : ["the evaluators give the fields in another order"]));
  }
  return faults.map((fault) => `${golden.name}: ${fault}`);
}

const folders = readdirSync(GOLDEN_FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
describe.each(folders.map(({ name }) => name))("%s", (name) => {
  const tool = tools.get(name);
  if (tool === undefined) return;

  test("there are at least forty cases", () => {
    expect(ownCases(name).length).toBeGreaterThanOrEqual(40);
  });

  // One test per file, because one per case would be slow.
  test.each(caseFiles(join(GOLDEN_FOLDER, name)))("%s", (file) => {
    const cases = ownCases(name).filter((golden) => golden.file === file);
    expect(cases.length).toBeGreaterThan(0);
    expect(cases.flatMap((golden) => faultsOf(tool, golden))).toEqual([]);
  });

  test("every flag is raised by some case and every rule id decides one", () => {
    // The older interface has its flags inside `result`.
    const shown = ownCases(name).map(
      (golden) => golden.expect?.flags ?? (golden.expect?.result as Flagged)?.flags,
    );
    const raised = new Set(shown.flatMap((flags) => (flags as string[] | undefined) ?? []));
    const flags = tool.plan.root.slots.get("flags");
    const codes =
      flags?.type.kind === "list" && flags.type.item.kind === "record"
        ? flags.type.item.shapes[0]?.field("code")
        : undefined;
    const known = codes?.kind === "text" ? [...(codes.set ?? [])] : [];
    expect(known.filter((code) => !raised.has(code))).toEqual([]);
  });
});
