// The edges of the graph: what a step read, by the names in its formula and besides, and the choices that were taken.

import { defined } from "../language/defined.js";
import { type Expr, type Formula, partsOf } from "../language/formula.js";
import type { Location } from "../language/locations.js";
import type { Derivation } from "./explanation.js";
import type { ReadOrigin, Trace } from "./frame.js";
import type { GraphIds } from "./graph-ids.js";

export function placeText({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`;
}

/** What one trace read, or several traces of the same value. */
export function derivation(
  ids: GraphIds,
  location: Location,
  traces: readonly Trace[],
  formula: Formula | undefined,
): Derivation {
  const named = new Map<string, Set<ReadOrigin>>();
  const rest = new Set<ReadOrigin>();
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
  const taken = only && formula ? byPart(formula, only.taken) : {};
  const calls = only && formula ? byPart(formula, only.calls) : {};
  const called = Object.fromEntries(Object.entries(calls).map(([part, call]) => [part, ids.of(call)]));
  return { at: placeText(location), ...filled({ reads, also, taken, called }) };
}

/** What is known of parts of a formula, by their numbers: the whole is 0, and each part stands before those in it. */
function byPart<T>({ expr }: Formula, known: ReadonlyMap<Expr, T> | undefined): Record<string, T> {
  if (known === undefined) return {};
  return Object.fromEntries(
    partsOf(expr).flatMap((part, at) => {
      const value = known.get(part);
      return value === undefined ? [] : [[String(at), value] as const];
    }),
  );
}

/** An object without the fields that hold nothing, empty lists and objects included. */
export function filled<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const holds = (value: unknown) =>
    typeof value !== "object" || value === null || Object.keys(value).length > 0;
  const kept = Object.entries(defined(fields)).filter(([, value]) => holds(value));
  return Object.fromEntries(kept) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
