// Exported rule sets: json-rules-engine alone takes the same branches as the tool.
import { Engine, type TopLevelCondition } from "json-rules-engine";
import { expect, test } from "vitest";
import type { ExplainedStep, Explanation } from "../../src/engine/explain/explanation.js";
import { parseFormula } from "../../src/engine/language/formula.js";
import { ruleSets } from "../../src/independent/export.js";
import { Graph } from "../../src/pages/sheet/graph.js";
import { evaluateExpr, NotRecorded } from "../helpers/expressions.js";
import { FULL, testOnce } from "../helpers/full.js";
import { ownCases, ownSet } from "../helpers/own-definitions.js";
import { call } from "../helpers/run-command.js";

const CASES = FULL ? 4 : 2;

/** Returns recorded facts of a rule set; undefined if one is missing. */
function factsOf(
  names: readonly string[],
  step: ExplainedStep,
  graph: Graph,
  { inputs }: Explanation,
  known: ReadonlyMap<string, unknown>,
): Record<string, unknown> | undefined {
  const facts: Record<string, unknown> = {};
  try {
    for (const name of names)
      facts[name] = evaluateExpr(parseFormula(name).expr, {
        worth: (path) => graph.leaf(step, path).value,
        given: (path) => {
          if (known.has(path)) return inputs[path]?.from === "caller";
          const { value } = graph.leaf(step, path);
          if (value === undefined) throw new NotRecorded();
          return value !== null;
        },
        called: () => {
          throw new NotRecorded();
        },
      });
  } catch (error) {
    if (!(error instanceof NotRecorded)) throw error;
    return undefined;
  }
  return facts;
}

/** Returns the index of the first matching rule, or -1. */
async function firstOf(
  rules: readonly { conditions: TopLevelCondition; priority: number }[],
  facts: Record<string, unknown>,
): Promise<number> {
  const engine = new Engine();
  rules.forEach(({ conditions, priority }, at) => {
    engine.addRule({
      conditions,
      priority,
      event: { type: String(at) },
      onSuccess: () => void engine.stop(),
    });
  });
  const { events } = await engine.run(facts);
  return Math.min(...events.map(({ type }) => Number(type)), Number.POSITIVE_INFINITY);
}

test("the plain library decides as the tool does, on golden cases", async () => {
  let decided = 0;
  for (const [name, tool] of ownSet().tools) {
    const sets = ruleSets(tool.plan.def).filter(({ takes }) => takes === "first");
    const cases = ownCases(name).filter(({ refused }) => refused === undefined);
    for (const { input } of cases.filter((_, at) => at % Math.ceil(cases.length / CASES) === 0)) {
      const { explanation } = await tool.explain(input);
      if (explanation === undefined) continue;
      const graph = new Graph(explanation);
      for (const set of sets) {
        const step = graph.step(set.id);
        if (step?.rules === undefined) continue;
        const reached = set.rules.slice(0, typeof step.rule === "number" ? step.rule + 1 : undefined);
        const names = new Set(
          JSON.stringify(reached.map(({ conditions }) => conditions)).match(/"fact":"(?:[^"\\]|\\.)*"/g),
        );
        const facts = factsOf(
          [...names].map((each) => JSON.parse(each.slice(7)) as string),
          step,
          graph,
          explanation,
          tool.plan.def.inputs,
        );
        if (facts === undefined) continue;
        const first = await firstOf(reached, facts);
        const taken = typeof step.rule === "number" ? step.rule : Number.POSITIVE_INFINITY;
        expect({ tool: name, id: set.id, rule: first }).toEqual({ tool: name, id: set.id, rule: taken });
        decided++;
      }
    }
  }
  expect(decided).toBeGreaterThan(50);
});

testOnce("plumbline rules prints them", async () => {
  const [name = ""] = ownSet().tools.keys();
  const { status, stdout } = await call("rules", [name, "--json"]);
  expect(status).toBe(0);
  const { tool, decisions } = JSON.parse(stdout) as {
    tool: string;
    decisions: { rules: unknown[]; facts: string[] }[];
  };
  expect(tool).toBe(name);
  expect(decisions.length).toBeGreaterThan(0);
  const listed = await call("rules", [name]);
  expect(listed.stdout.trim().split("\n")).toHaveLength(decisions.length);
});
