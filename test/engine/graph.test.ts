// The graph of an explanation: edges are complete and correct, and values follow from the record.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ExplainedStep, Explanation } from "../../src/engine/explain/explanation.js";
import type { Tool } from "../../src/engine/tool.js";
import { Graph, readsOf } from "../../src/pages/sheet/graph.js";
import { FULL } from "../helpers/full.js";
import { toolOf } from "../helpers/one-tool.js";

/** Returns every step, including nested steps and function calls. */
function allSteps({ steps, calls }: Explanation): ExplainedStep[] {
  const into = (step: ExplainedStep): ExplainedStep[] => [step, ...(step.steps ?? []).flatMap(into)];
  return [...steps, ...calls].flatMap(into);
}

/** Returns the ids of steps and results that depend on some sources. */
function reached(explanation: Explanation, isSource: (id: string) => boolean): ReadonlySet<string> {
  const reads = new Map(allSteps(explanation).map((step) => [step.id, readsOf(step)]));
  for (const [path, result] of Object.entries(explanation.results))
    reads.set(`result:${path}`, readsOf(result));
  const known = new Map<string, boolean>();
  const rests = (id: string): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, false);
    const found = isSource(id) || (reads.get(id) ?? []).some(rests);
    known.set(id, found);
    return found;
  };
  return new Set([...reads.keys()].filter(rests));
}

/** Returns the visible part of a step; `at` and ids are equal for all inputs. */
function shown({ value, rule, picked, taken, tables, entries, steps }: ExplainedStep): string {
  // Entries are compared by field, through their steps.
  const own = steps === undefined ? entries : entries?.length;
  return JSON.stringify([value, rule, picked, taken, tables, own]);
}

/** Returns the ids of changed steps, fields of entries, and results. */
function moved(before: Explanation, after: Explanation): string[] {
  const others = new Map(allSteps(after).map((step) => [step.id, step]));
  const ids = allSteps(before).flatMap((step) => {
    const other = others.get(step.id);
    if (other === undefined) return [];
    const fields = (step.steps ?? []).filter(({ id, name }) => id === `${step.id}[].${name}`);
    const entryFields = fields.filter(({ name }) => {
      const column = (of: ExplainedStep) =>
        (of.entries ?? []).map((entry) => (entry as Record<string, unknown>)[name]);
      // A changed number of entries belongs to the list.
      return (
        step.entries?.length === other.entries?.length &&
        JSON.stringify(column(step)) !== JSON.stringify(column(other))
      );
    });
    return [...(shown(step) === shown(other) ? [] : [step.id]), ...entryFields.map(({ id }) => id)];
  });
  const [was, is] = [before, after].map((each) => new Graph(each)) as [Graph, Graph];
  const results = Object.keys(before.results).filter((path) => {
    const [one, two] = [was.result(path), is.result(path)];
    return two !== undefined && whole(one?.value) !== whole(two.value);
  });
  return [...ids, ...results.map((path) => `result:${path}`)];
}

/** Replaces a list or object by its size, because its fields are separate results. */
function whole(value: unknown): string {
  return value !== null && typeof value === "object" ? `${Object.keys(value).length}` : JSON.stringify(value);
}

/** Random definitions in which the same names and numbers mean several things. */
interface Program {
  readonly constants: readonly [number, number];
  readonly cells: readonly number[];
  readonly formulas: readonly string[];
}

function definitionOf({ constants: [k, x], cells, formulas }: Program): string {
  const [gx, gy, px, py, ex, ey, cond, v0, v1, v2] = formulas;
  return `  a: {type: integer, at_least: 0, at_most: 3, unit: "1", description: One number.}
  b: {type: integer, at_least: 0, at_most: 3, unit: "1", description: Another.}
  c: {type: integer, at_least: 0, at_most: 3, unit: "1", optional: true, description: One that may be absent.}
  rows:
    at_least: 1
    at_most: 3
    description: Rows.
    items:
      fields:
        x: {type: integer, at_least: 0, at_most: 3, unit: "1", description: A number of the row.}
        y: {type: integer, at_least: 0, at_most: 3, unit: "1", description: Another number of the row.}
tables:
  levels:
    cite: handbook Table 1
    keys: {level: equal}
    columns: {level: "1", x: "1"}
    otherwise: 1
    rows:
${cells.map((cell, level) => `      - {level: ${level}, x: ${cell}}`).join("\n")}
functions:
  twice: {given: {p: "1", q: "1"}, formula: "if(p > q, p + k, q)"}
calculations:
  part:
    given: {p: "1", q: "1"}
    values:
      x: ${px}
      y: ${py}
values:
  k: {constant: ${k}, cite: handbook 2}
  one: {constant: ${x}, cite: handbook 3}
  g:
    values:
      x: ${gx}
      y: ${gy}
  first_part: {calculate: part, with: {p: = a, q: = g.x}}
  second_part: {calculate: part, with: {p: = g.x, q: = b}}
  list:
    each: {row: rows}
    values:
      sum: ${ex}
      most: ${ey}
  chosen: {pick: list, first: ${cond}, otherwise: last}
  kept: {each: {row: rows}, where: row.x >= one, values: {sum: row.y + k}}
  found: levels(min(a, 3))
  x: ${v0}
  y: ${v1}
  verdict:
    decide:
      - {when: x > y, give: = x + one}
      - {when: chosen.sum == y, give: = chosen.most}
    otherwise: = ${v2}
recommendations: ["x is {x}."]
results:
  x: {value: = x, description: x}
  y: {value: = y, description: y}
  verdict: {value: = verdict, description: What was decided}
  part:
    description: A part
    fields:
      x: {value: = first_part.x + found, description: x}
      y: {value: = second_part.y, description: y}
  list:
    each: list
    description: The list
    fields:
      x: {value: = sum, description: x}
      y: {value: = most, description: y}
  total: {value: "= sum(kept.sum)", description: Total}
`;
}

const small = fc.integer({ min: 0, max: 2 });

/** A random formula over some names: sums, choices, absent values, calls. */
function formulaOver(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.constantFrom(...names);
  return fc.oneof(
    fc.tuple(name, name).map(([p, q]) => `${p} + ${q}`),
    fc.tuple(name, name).map(([p, q]) => `max(${p}, ${q})`),
    fc.tuple(name, name, name, name).map(([p, q, r, s]) => `if(${p} > ${q}, ${r}, ${s})`),
    fc.tuple(name, name).map(([p, q]) => `twice(${p}, ${q})`),
    fc.tuple(name, name).map(([p, q]) => `twice(${p}, 1) + twice(${q}, 1)`),
    name.map((p) => `(c ?? ${p}) + 1`),
    name.map((p) => `levels(min(${p}, 3))`),
    name.map((p) => `${p} + 0`),
  );
}

const INPUTS = ["a", "b", "k", "one"];
const programs: fc.Arbitrary<Program> = fc.record({
  constants: fc.tuple(small, small),
  cells: fc.array(small, { minLength: 4, maxLength: 4 }),
  formulas: fc.tuple(
    formulaOver(INPUTS),
    formulaOver([...INPUTS, "x"]),
    formulaOver(["p", "q", "k"]),
    formulaOver(["p", "q", "x"]),
    formulaOver(["row.x", "row.y", "a", "g.x"]),
    formulaOver(["row.x", "sum", "b"]),
    fc.constantFrom("sum > a", "most > sum", "sum == b", "most == 1"),
    formulaOver(["g.x", "g.y", "first_part.x", "chosen.sum", "found"]),
    formulaOver(["g.y", "second_part.x", "chosen.most", "x"]),
    formulaOver(["a", "first_part.y", "x", "y"]),
  ),
});

const rowsOf = fc.array(fc.record({ x: small, y: small }), { minLength: 1, maxLength: 3 });
const inputs = fc.record(
  { a: small, b: small, c: small, rows: rowsOf },
  { requiredKeys: ["a", "b", "rows"] },
);
type Input = { a: number; b: number; c?: number; rows: { x: number; y: number }[] };

/** Findings that random definitions may have. */
const POOR = new Set("unused unreachable repeated otherwise literal size citation uncited".split(" "));

async function explained(tool: Tool, input: Input): Promise<Explanation> {
  const { explanation } = await tool.explain(input);
  if (explanation === undefined) throw new Error("not computed");
  return explanation;
}

/** Returns the changed ids that do not depend on the changed sources. */
function untold(before: Explanation, after: Explanation, isSource: (id: string) => boolean): string[] {
  const [there, then] = [reached(before, isSource), reached(after, isSource)];
  return moved(before, after).filter((id) => !isSource(id) && !there.has(id) && !then.has(id));
}

describe("every edge is there: what is not reached from a source does not move with it", () => {
  test("inputs, items of lists, constants and rows", async () => {
    let movedAtAll = 0;
    await fc.assert(
      fc.asyncProperty(programs, fc.array(inputs, { minLength: 4, maxLength: 4 }), async (program, list) => {
        const tool = toolOf("shared_names", definitionOf(program), POOR);
        const [k, one] = program.constants;
        const other = toolOf("shared_names", definitionOf({ ...program, constants: [k + 1, one] }), POOR);
        const cells = program.cells.map((cell, at) => (at === 1 ? cell + 1 : cell));
        const table = toolOf("shared_names", definitionOf({ ...program, cells }), POOR);
        for (const input of list as Input[]) {
          const before = await explained(tool, input);
          expect(dangling(before, tool)).toEqual([]);
          const check = (after: Explanation, isSource: (id: string) => boolean) => {
            movedAtAll += moved(before, after).length;
            expect(untold(before, after, isSource)).toEqual([]);
          };
          for (const name of ["a", "b", "c"] as const)
            check(
              await explained(tool, { ...input, [name]: (input[name] ?? 0) + 1 }),
              (id) => id === `input:${name}`,
            );
          for (const at of input.rows.keys()) {
            const rows = input.rows.map((row, nth) => (nth === at ? { ...row, x: row.x + 1 } : row));
            check(
              await explained(tool, { ...input, rows }),
              (id) => id === "input:rows" || id === `input:rows[${at}]`,
            );
          }
          check(await explained(other, input), (id) => id === "k");
          check(await explained(table, input), (id) => id === "table:levels[1]" || id === "table:levels");
        }
      }),
      { numRuns: FULL ? 50 : 10, endOnFailure: true },
    );
    expect(movedAtAll).toBeGreaterThan(500);
  });
});

/** Returns ids that are read but do not exist. */
function dangling(explanation: Explanation, tool: Tool): string[] {
  const { tables, inputs: given } = tool.plan.def;
  const ids = new Set(allSteps(explanation).map(({ id }) => id));
  const read = [...allSteps(explanation), ...Object.values(explanation.results)].flatMap(readsOf);
  return [...new Set(read)].filter((id) => {
    const [, kind, name = ""] = /^(input|table):([^.[]*)/.exec(id) ?? [];
    return kind === "input" ? !given.has(name) : kind === "table" ? !tables.has(name) : !ids.has(id);
  });
}
