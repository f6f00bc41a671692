// Ignored inputs change nothing except the flag that reports them.
import { describe, expect, test } from "vitest";
import { leavesOf } from "../../src/engine/language/entries.js";
import type { Tool } from "../../src/engine/tool.js";
import { ownCases, ownSet } from "../helpers/own-definitions.js";

type Fields = Readonly<Record<string, unknown>>;

const CASES = 25;

/** Returns each input with `applies`, and its flag. */
function conditionalInputs({ plan }: Tool): [input: string, flag: unknown][] {
  const lists = plan.def.values.flatMap((value) => (value.kind === "collect" ? leavesOf(value.entries) : []));
  return [...plan.inputs.values()].flatMap(({ name, applies }): [string, unknown][] => {
    if (applies === undefined) return [];
    const flag = lists.find(({ entry }) => entry.input === name && entry.own.has("code"));
    return [[name, flag?.entry.own.get("code")]];
  });
}

const tools = [...ownSet().tools.values()].filter((tool) => conditionalInputs(tool).length > 0);

let tried = 0;

describe.each(tools.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  test("computes the same without an ignored input", () => {
    const inputs = ownCases(name).map(({ input }) => input as Fields);
    const step = Math.max(1, Math.floor(inputs.length / CASES));
    const sample = inputs.filter((_, at) => at % step === 0);
    const wrong: string[] = [];
    for (const [input, flag] of conditionalInputs(tool)) {
      const value = inputs.find((each) => each[input] !== undefined && each[input] !== null)?.[input];
      for (const given of value === undefined ? [] : sample) {
        const sent = tool.run({ ...given, [input]: value });
        if (!sent.ok || !(sent.result.flags as readonly unknown[]).includes(flag)) continue;
        const { [input]: _, ...rest } = given;
        const without = tool.run(rest);
        tried++;
        if (!without.ok || otherFields(sent.result) !== otherFields(without.result))
          wrong.push(`${input} of ${JSON.stringify(given)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

test("many cases had an ignored input", () => {
  expect(tried).toBeGreaterThan(100);
});

function otherFields({ flags, warnings, ...others }: Fields): string {
  return JSON.stringify(others);
}
