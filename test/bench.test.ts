// The hand-written functions that the benchmark measures against give the same results as the tools.
import { join } from "node:path";
import { expect, test } from "vitest";
import { type PueInput, pue } from "../bench/handwritten.js";
import { steelBeam } from "../bench/steel-beam.js";
import type { SteelBeamInput, SteelSection } from "../bench/steel-beam-check.js";
import { loadFolder } from "../src/folder.js";
import { readGolden } from "../src/golden.js";

test("the hand-written PUE agrees with every golden case", () => {
  const cases = readGolden(join(import.meta.dirname, "golden/calculate_pue")).filter(
    (golden) => golden.expect !== undefined,
  );
  expect(cases.length).toBeGreaterThan(40);
  for (const golden of cases)
    expect({ file: golden.file, ...pue(golden.input as PueInput) }).toEqual({
      file: golden.file,
      ...golden.expect,
    });
});

test("the hand-written steel beam agrees with every golden case of bare steel", () => {
  const tool = loadFolder().set?.tools.get("eurocode_beam_designer");
  const rows = tool?.plan.tables.get("steel_sections")?.def.rows as unknown as readonly SteelSection[];
  expect(rows.length).toBeGreaterThan(200);
  const cases = readGolden(join(import.meta.dirname, "golden/eurocode_beam_designer")).filter(
    ({ input, expect }) => expect !== undefined && (input as { material?: string }).material === "steel",
  );
  expect(cases.length).toBeGreaterThan(120);
  for (const golden of cases)
    expect({ file: golden.file, ...steelBeam(golden.input as SteelBeamInput, rows) }).toEqual({
      file: golden.file,
      ...golden.expect,
    });
});
