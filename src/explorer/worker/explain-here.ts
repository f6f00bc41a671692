// An explanation made in the worker, and which places of the definition took part in the result.
import type { Expr } from "../../engine/language/formula.js";
import { type Location, locationOf } from "../../engine/language/locations.js";
import type { Entry, ResultNode, ToolDef, WrittenFormula } from "../../engine/language/model.js";
import { Frame, type ReferenceValue } from "../../engine/reference/frame.js";
import { walkResults } from "../../engine/reference/results.js";
import { Walker } from "../../engine/reference/walker.js";
import type { Tool } from "../../engine/tool.js";
import { meaningsOf } from "../../engine/typing/meaning.js";
import type { FormInput } from "../inputs.js";
import type { ExplainJob, Mark, WorkerExplanation } from "./messages.js";
import { wholeTool } from "./whole-tool.js";

export async function explainHere({ entry, input }: ExplainJob): Promise<WorkerExplanation> {
  const { tool } = await wholeTool(entry);
  const { words, results, calculations } = tool.plan.def;
  const { outcome, explanation } = await tool.explain(input);
  if (!outcome.ok || explanation === undefined) throw new Error("This input is not computed.");
  return {
    explanation,
    names: meaningsOf(tool.plan),
    roots: Object.fromEntries(results.map((node) => [node.name, [...namesIn(node)]])),
    marks: await marksOf(tool, input),
    sources: [...tool.context.sources.values()],
    // Of the calculations only those of one line stand in formulas; the others hold what cannot be sent.
    words: [words.own, words.common, words.inputs],
    shown: { results, calculations: new Map([...calculations].filter(([, each]) => each.isFunction)) },
  };
}

/** Names that a result reads, itself and inside. */
function namesIn(node: ResultNode, found = new Set<string>()): Set<string> {
  const add = (written: WrittenFormula | undefined) => {
    if (written !== undefined) addNames(written.it.expr, found);
  };
  add(node.when);
  const { body } = node;
  if (body.kind === "array") {
    add(body.each);
    add(body.key);
  }
  add(body.value);
  if (body.kind === "leaf") add(body.or);
  else for (const field of body.fields) namesIn(field, found);
  return found;
}

function addNames(expr: Expr, found: Set<string>): void {
  switch (expr.kind) {
    case "name":
      found.add(expr.name);
      return;
    case "field":
      addNames(expr.of, found);
      return;
    case "index":
      addNames(expr.of, found);
      addNames(expr.by, found);
      return;
    case "call":
    case "operator":
      for (const each of expr.args) addNames(each, found);
      return;
    case "list":
      for (const each of expr.items) addNames(each, found);
      return;
    default:
      return;
  }
}

/** Values that were worked out, rules that held, rows that were found. */
async function marksOf(tool: Tool, input: FormInput): Promise<Mark[]> {
  const { def, inputs } = tool.plan;
  const pieces = new Set<object>();
  const walker = new Walker(def, inputs, input, tool.context.roundings, (piece, how) => {
    if (how === "found") pieces.add(piece);
  });
  await walkResults(walker, "");
  const marks = new Map<string, Mark>();
  const note = (kind: Mark["kind"], name: string, location: Location) => {
    const { file, line, column } = location;
    marks.set(`${kind} ${file} ${line}`, { kind, name, file, line, column });
  };
  const seen = new Set<Frame>();
  const visit = (value: ReferenceValue | undefined): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!(value instanceof Frame) || seen.has(value)) return;
    seen.add(value);
    for (const [name, known] of value.memo) {
      const own = value.values.get(name);
      if (own !== undefined && known.error === undefined) note("value", name, own.location);
      visit(known.value);
    }
    visit(value.inner);
  };
  visit(walker.root);
  for (const entry of entriesOf(def)) if (pieces.has(entry)) note("rule", entry.id ?? "", entry.location);
  for (const table of def.tables.values())
    table.rows.forEach((row, at) => {
      if (pieces.has(row)) note("row", table.name, table.rowLocations[at]?.() ?? locationOf(table.holder));
    });
  return [...marks.values()];
}

/** Every rule of a definition. */
function entriesOf(def: ToolDef): Entry[] {
  const all: Entry[] = [];
  const rules = (entries: readonly Entry[]): void => {
    for (const entry of entries) {
      all.push(entry);
      rules(entry.rules ?? []);
    }
  };
  const values = (list: ToolDef["values"]): void => {
    for (const value of list) {
      if (value.kind === "decide" || value.kind === "collect") rules(value.entries);
      if (value.kind === "group" || value.kind === "each") values(value.values);
    }
  };
  values(def.values);
  for (const { values: inner } of def.calculations.values()) values(inner);
  return all;
}
