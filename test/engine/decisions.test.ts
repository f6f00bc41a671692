// In an explained decision one rule applies, earlier rules fail, and later rules are not evaluated.
import { expect, test } from "vitest";
import { goldenTools } from "../../src/workbench/cases.js";
import { thinned } from "../../src/workbench/promises/values.js";
import { ownCases, ownSet } from "../helpers/own-definitions.js";

const CASES = 5;

test.each([...goldenTools(ownSet())])("%s", async (name, tool) => {
  for (const { input } of thinned(ownCases(name), CASES)) {
    const { explanation } = await tool.explain(input as Record<string, unknown>);
    for (const { kind, rules = [], name: step } of explanation?.steps ?? []) {
      if (kind !== "decide") continue;
      const outcomes = rules.map(({ outcome }) => outcome);
      const holding = outcomes.indexOf("holds");
      const above = holding < 0 ? outcomes : outcomes.slice(0, holding);
      const below = holding < 0 ? [] : outcomes.slice(holding + 1);
      const wrong = [
        ...above.filter((each) => each !== "fails"),
        ...below.filter((each) => each !== "not reached"),
      ];
      expect(`${step}: ${wrong.join()}`).toBe(`${step}: `);
      if (holding >= 0 && rules[holding]?.id !== undefined)
        expect(rules[holding]?.citations.length).toBeGreaterThan(0);
    }
  }
});
