// Rules stand in groups, and groups in groups: the one way to walk them.
import type { Entry } from "./model.js";

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
