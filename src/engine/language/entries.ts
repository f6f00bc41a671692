// Walks nested values and nested groups of rules.
import type { CalculationDef, Entry, ValueDef } from "./model.js";

/** Yields every value by path: calculations first, parents before children. */
export function* valuesIn(of: {
  readonly calculations: Iterable<CalculationDef>;
  readonly values: readonly ValueDef[];
}): Generator<readonly [path: string, value: ValueDef]> {
  for (const { name, values } of of.calculations) yield* valuesUnder(values, name);
  yield* valuesUnder(of.values, "");
}

function* valuesUnder(
  values: readonly ValueDef[],
  around: string,
): Generator<readonly [path: string, value: ValueDef]> {
  for (const value of values) {
    const path = pathOf(value, around);
    yield [path, value];
    if ("values" in value) yield* valuesUnder(value.values, path);
  }
}

/** Returns the path of a value within its group. */
export function pathOf({ list, name }: ValueDef, around: string): string {
  const own = list ?? name;
  return around === "" ? own : `${around}.${own}`;
}

/** A list of rules, written or typed. */
interface Grouped<E> {
  readonly rules?: readonly E[];
}

/** A rule with its enclosing groups, outermost first. */
export interface Leaf<E extends Grouped<E> = Entry> {
  readonly entry: E;
  readonly groups: readonly E[];
}

/** Returns every rule in order. */
export function leavesOf<E extends Grouped<E>>(entries: readonly E[], groups: readonly E[] = []): Leaf<E>[] {
  return entries.flatMap((entry) =>
    entry.rules === undefined ? [{ entry, groups }] : leavesOf(entry.rules, [...groups, entry]),
  );
}

/** Returns names of additional flag fields. */
export function flagNames(entries: readonly Entry[]): Set<string> {
  return new Set(leavesOf(entries).flatMap((leaf) => [...leaf.entry.own.keys()]));
}
