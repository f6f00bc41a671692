// In golden cases every step follows from its recorded reads and chosen branch, and the sheet shows the same.
import { describe, expect, test } from "vitest";
import type { ExplainedStep, Explanation } from "../../src/engine/explain/explanation.js";
import { type Expr, partsOf } from "../../src/engine/language/formula.js";
import type { Tool } from "../../src/engine/tool.js";
import { equal } from "../../src/independent/functions.js";
import { Graph, readsOf } from "../../src/pages/sheet/graph.js";
import { contextOf } from "../../src/pages/sheet/page.js";
import { workOf } from "../../src/pages/sheet/work.js";
import { goldenTools } from "../../src/workbench/cases.js";
import { evaluateExpr, NotRecorded, type Recorded } from "../helpers/expressions.js";
import { FULL } from "../helpers/full.js";
import { ownCases, ownSet } from "../helpers/own-definitions.js";

/** Cases of each tool, evenly spread. */
const CASES = FULL ? 12 : 3;

function allSteps({ steps, calls }: Explanation): ExplainedStep[] {
  const into = (step: ExplainedStep): ExplainedStep[] => [step, ...(step.steps ?? []).flatMap(into)];
  return [...steps, ...calls].flatMap(into);
}

/** Returns the recorded values of a step's formula. */
function recordOf(
  step: ExplainedStep,
  formula: Expr,
  graph: Graph,
  {
    plan: {
      def: { tables, inputs: declared },
    },
  }: Tool,
  { inputs }: Explanation,
): Recorded {
  const numbers = new Map(partsOf(formula).map((part, at) => [part, at]));
  return {
    worth: (path) => (path === "pi" ? Math.PI : graph.leaf(step, path).value),
    given: (path) => {
      const { ids, value } = graph.leaf(step, path);
      const isInput = ids.includes(`input:${path}`) || (ids.length === 0 && Object.hasOwn(inputs, path));
      if (isInput) return inputs[path]?.from === "caller";
      // Function arguments and values count as given if they are not null. A value that is never null is not read.
      if (value === undefined) return ids.length === 0 && !path.includes(".") && !declared.has(path);
      return value !== null;
    },
    called: (expr) => {
      const call = graph.step(step.called?.[numbers.get(expr) ?? -1] ?? "");
      if (call !== undefined) return call.value;
      const rows = (step.tables ?? []).filter(({ table }) => table === expr.name);
      // Two lookups of one table in a formula cannot be distinguished by name.
      if (rows.length !== 1 || rows[0]?.row === null) throw new NotRecorded();
      const row = rows[0]?.row as Readonly<Record<string, unknown>>;
      // Rows are recorded without lists.
      if ([...(tables.get(expr.name)?.columns.keys() ?? [])].some((name) => !Object.hasOwn(row, name)))
        throw new NotRecorded();
      const keys = new Set(tables.get(expr.name)?.keys.flatMap(({ columns }) => columns));
      const cells = Object.entries(row).filter(
        ([name]) => !keys.has(name) && name !== "from" && name !== "until",
      );
      // Returns the single value cell, or the row.
      return cells.length === 1 ? cells[0]?.[1] : row;
    },
    chose: (expr, arg) => {
      const at = [...numbers].find(([part]) => part === expr || sameArgs(part, expr))?.[1];
      if (at !== undefined && step.taken?.[at] !== undefined)
        expect({ step: step.id, part: at, taken: step.taken[at] }).toEqual({
          step: step.id,
          part: at,
          taken: arg,
        });
    },
  };
}

/** A `??` is reported with its arguments, which are the same objects. */
function sameArgs(part: Expr, expr: Expr): boolean {
  return "args" in part && "args" in expr && part.args === expr.args;
}

function same(a: unknown, b: unknown, within = 1e-9): boolean {
  if (typeof a === "number" && typeof b === "number")
    return a === b || Math.abs(a - b) <= within * Math.max(Math.abs(a), Math.abs(b), 1);
  if (a !== null && b !== null && typeof a === "object" && typeof b === "object")
    // Rows are recorded without lists.
    return Object.entries(a).every(([name, field]) =>
      same(field, (b as Readonly<Record<string, unknown>>)[name]),
    );
  return equal(a as never, b as never);
}

const counts = { again: 0, notRecorded: 0, lines: 0 };

describe.each([...goldenTools(ownSet())])("%s", (folder, tool: Tool) => {
  const cases = ownCases(folder).filter(({ refused }) => refused === undefined);
  const chosen = cases
    .filter((_, at) => at % Math.max(1, Math.floor(cases.length / CASES)) === 0)
    .slice(0, CASES);

  test("every step follows from its record, and the sheet's lines do", async () => {
    const context = contextOf(tool);
    for (const { input } of chosen) {
      const { explanation } = await tool.explain(input);
      if (explanation === undefined) continue;
      const graph = new Graph(explanation, context.trees);
      const ids = new Set(allSteps(explanation).map(({ id }) => id));
      const read = [...allSteps(explanation), ...Object.values(explanation.results)].flatMap(readsOf);
      expect(read.filter((id) => !/^(input|table):/.test(id) && !ids.has(id))).toEqual([]);
      for (const step of allSteps(explanation)) {
        const formula = graph.written(step)?.formula;
        if (formula === undefined || isPlaceholder(step.value)) continue;
        const again = evaluated(formula, recordOf(step, formula, graph, tool, explanation));
        if (again === NOT) counts.notRecorded++;
        else {
          counts.again++;
          if (!isAbsent(step) && !same(again, step.value))
            expect({ id: step.id, at: step.at, value: again }).toEqual({
              id: step.id,
              at: step.at,
              value: step.value,
            });
        }
      }
      for (const { lines } of workOf(explanation, context).worked)
        for (const { step, used } of lines) {
          // Results are rounded.
          if (typeof step.value !== "number" || step.kind === "result") continue;
          const shown = evaluated(used.formula, {
            ...recordOf(step, used.formula, graph, tool, explanation),
            worth: (name) => (name === "pi" ? Math.PI : used.leaf(name).value),
          });
          if (shown === NOT) continue;
          counts.lines++;
          // Roundings in formulas are not displayed.
          if (!same(shown, step.value, step.expression?.includes("round(") ? 0.01 : 1e-9))
            expect({ id: step.id, shown }).toEqual({ id: step.id, shown: step.value });
        }
    }
  });
});

const NOT = Symbol("not recorded");

function evaluated(formula: Expr, recorded: Recorded): unknown {
  try {
    return evaluateExpr(formula, recorded);
  } catch (error) {
    if (error instanceof NotRecorded) return NOT;
    throw error;
  }
}

/** Lists and rows are recorded as a text in parentheses. */
function isPlaceholder(value: unknown): boolean {
  return typeof value === "string" && /^\(.*\)$/s.test(value);
}

/** A value with a false `when` is null, whatever its formula. */
function isAbsent({ value }: ExplainedStep): boolean {
  return value === null;
}

test("most steps can be worked out again from the record", () => {
  expect(counts.lines).toBeGreaterThan(100);
  expect(counts.again).toBeGreaterThan(counts.notRecorded);
});
