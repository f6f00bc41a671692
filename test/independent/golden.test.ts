// mathjs and json-rules-engine agree with the compiled tools on golden cases: on all of them in the slow lane, else on some.
import { describe, expect, test } from "vitest";
import type { Tool } from "../../src/engine/tool.js";
import { compareIndependently } from "../../src/independent/check.js";
import { goldenTools } from "../../src/workbench/cases.js";
import { FULL } from "../helpers/full.js";
import { ownCases, ownSet } from "../helpers/own-definitions.js";

const CASES = FULL ? Number.POSITIVE_INFINITY : 8;

describe.each([...goldenTools(ownSet())])("%s", (folder, tool: Tool) => {
  test("every result agrees", async () => {
    const cases = ownCases(folder);
    const step = Math.max(1, Math.floor(cases.length / CASES));
    let compared = 0;
    const apart: unknown[] = [];
    for (const { name, input } of cases.filter((_, at) => at % step === 0)) {
      const results = (await compareIndependently(tool, input)) ?? [];
      compared += results.length;
      for (const result of results) if (!result.agrees) apart.push({ case: name, ...result });
    }
    expect(apart.slice(0, 5)).toEqual([]);
    expect(compared).toBeGreaterThan(20);
  });
});
