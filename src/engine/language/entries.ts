// Walks the values of a definition, which may hold values, and its rules, which are in groups that may hold groups.
import type { CalculationDef, Entry, ValueDef } from "./model.js";

/** Yields every value by its path: those of calculations first, each before the values inside it. */
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

/** Returns the name of a value after that of its group. */
export function pathOf({ list, name }: ValueDef, around: string): string {
  const own = list ?? name;
  return around === "" ? own : `${around}.${own}`;
}

/** What a list of rules, written or typed, looks like to who walks it. */
interface Grouped<E> {
  readonly rules?: readonly E[];
}

/** A rule and the groups around it, outermost first. */
export interface Leaf<E extends Grouped<E> = Entry> {
  readonly entry: E;
  readonly groups: readonly E[];
}

/** Every rule in the order of the list. */
export function leavesOf<E extends Grouped<E>>(entries: readonly E[], groups: readonly E[] = []): Leaf<E>[] {
  return entries.flatMap((entry) =>
    entry.rules === undefined ? [{ entry, groups }] : leavesOf(entry.rules, [...groups, entry]),
  );
}

/** Names of the fields that flags carry beside their sentence. */
export function flagNames(entries: readonly Entry[]): Set<string> {
  return new Set(leavesOf(entries).flatMap((leaf) => [...leaf.entry.own.keys()]));
}
