// The edges of the graph: what a step read, and how its formula was decided.
import type { NodeNotes } from "../interpret/record.js";
import type { Formula } from "../language/formula.js";
import type { Location } from "../language/locations.js";
import type { ToolPlan, Typed } from "../typing/plan.js";
import { conditionOf } from "./conditions.js";
import { decidingNames, explainedClauses } from "./decisive.js";
import type { Derivation } from "./explanation.js";
import type { GraphIds } from "./graph-ids.js";
import { byPart, type ReadTrace } from "./reading.js";
import type { ValueOrigin } from "./sources.js";

/** The formula of a value, with the notes of its evaluation. */
export interface UsedFormula {
  readonly typed: Typed;
  readonly notes: NodeNotes;
  /** The formula as written, on one line. */
  readonly text: string;
}

export function textOf(formula: Formula): string {
  return formula.text.replace(/\s+/g, " ").trim();
}

export function placeText({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`;
}

/** Combines the reads of one or several traces of a value. */
export function derivation(
  plan: ToolPlan,
  ids: GraphIds,
  location: Location,
  traces: readonly ReadTrace[],
  used: Omit<UsedFormula, "text"> | undefined,
): Derivation {
  const named = new Map<string, Set<ValueOrigin>>();
  const rest = new Set<ValueOrigin>();
  for (const trace of traces) {
    for (const origin of trace.origins) rest.add(origin);
    for (const [path, origins] of trace.named) {
      const all = named.get(path) ?? new Set();
      named.set(path, all);
      for (const origin of origins) all.add(origin);
    }
  }
  const reads: Record<string, string | readonly string[]> = {};
  for (const [path, origins] of named) {
    for (const origin of origins) rest.delete(origin);
    const [first, ...more] = ids.list(origins);
    if (first !== undefined) reads[path] = more.length === 0 ? first : [first, ...more];
  }
  const also = ids.list(rest);
  const [only] = traces;
  return {
    at: placeText(location),
    ...filled({ reads, also }),
    ...(only && used ? decision(plan, ids, only, used) : {}),
  };
}

function decision(
  plan: ToolPlan,
  ids: GraphIds,
  { taken, calls }: ReadTrace,
  { typed, notes }: Omit<UsedFormula, "text">,
): Pick<Derivation, "taken" | "called" | "decided_by" | "clauses"> {
  const expr = plan.exprs.get(typed.id);
  if (expr === undefined) return {};
  const called = Object.entries(byPart(expr, calls)).map(([part, call]) => [part, ids.of(call)]);
  const clauses = explainedClauses(plan, conditionOf(typed), expr, notes);
  return filled({
    taken: byPart(expr, taken),
    called: Object.fromEntries(called),
    decided_by: decidingNames(plan, typed, notes),
    clauses,
  });
}

/** Removes undefined fields, and empty lists and objects. */
export function filled<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in fields) {
    const value = fields[key];
    if (value === undefined || (typeof value === "object" && value !== null && isEmpty(value))) continue;
    kept[key] = value as Exclude<T[typeof key], undefined>;
  }
  return kept;
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}
