// The hand-written function that the benchmark measures against gives the same results as the tool.
import { join } from "node:path";
import { expect, test } from "vitest";
import { type PueInput, pue } from "../bench/handwritten.js";
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
