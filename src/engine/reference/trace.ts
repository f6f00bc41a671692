// What the reference evaluator notes while it works a value out: enough to explain it.
import type { Citation, Entry, Row } from "../model.js";
import type { ReferenceValue } from "./walker.js";

export interface ConditionTrace {
  readonly text: string;
  readonly holds: boolean;
}
export interface RuleTrace {
  readonly entry: Entry;
  /** Titles of the groups around it, outermost first. */
  readonly groups: readonly string[];
  readonly outcome: "holds" | "fails" | "not reached";
  readonly conditions: readonly ConditionTrace[];
}
export interface TableTrace {
  readonly table: string;
  readonly keys: readonly ReferenceValue[];
  readonly row: Row | null;
  readonly cites: readonly Citation[];
}
/**
 * Told of every rule, branch of if(), table row, text and conditional item that an evaluation makes use of. A row is
 * `found` by a lookup or picked, or `listed` among those that a filter kept or a loop ran over.
 */
export type OnUse = (piece: object, how: "found" | "listed") => void;

export interface Trace {
  order: number;
  readonly reads: Map<string, ReferenceValue>;
  readonly tables: TableTrace[];
  rules: RuleTrace[];
}

export function newTrace(): Trace {
  return { order: 0, reads: new Map(), tables: [], rules: [] };
}
