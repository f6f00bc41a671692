// Values of the SQL writer: single values, records and lists. A record exists only while the statement is written; a record that is one
// of several is a list of cases. Lists are unrolled into their items, or are arrays of the engine.
import type { Row } from "../language/model.js";
import type { Scope, Slot } from "../typing/plan.js";
import type { Columns, ListLoop } from "./columns.js";
import type { Dialect } from "./dialect.js";
import {
  type Case,
  chooseScalar,
  FALSE,
  firstOf,
  isThere,
  NULL,
  not,
  type SqlScalar,
  TRUE,
  withFacts,
} from "./scalars.js";

/** The dialect, and the columns that collect shared expressions. */
export interface SqlTarget {
  readonly dialect: Dialect;
  readonly columns: Columns;
  /** Loops whose bodies are being written. */
  readonly open: Set<ListLoop>;
}

export type SqlValue = SqlScalar | RecordValue | ListValue;

/** The record of the first true case; null if no case is true. */
export interface RecordValue {
  readonly kind: "record";
  readonly cases: readonly Case<RecordLeaf>[];
  readonly bad?: string | undefined;
}

/** The values of a scope: of the tool, of a call, or of a list item. */
export interface SqlFrame {
  readonly scope: Scope;
  readonly parent: SqlFrame | undefined;
  readonly args: ReadonlyMap<string, SqlValue>;
  readonly item?: SqlValue;
  /** The number of the item in its list. */
  rank?: () => SqlScalar;
  inner?: SqlFrame;
  readonly slots: Map<Slot, SqlValue>;
}

export type RecordLeaf =
  | { readonly kind: "frame"; readonly frame: SqlFrame; readonly binds: readonly Bind[] }
  | { readonly kind: "row"; readonly table: TableRows; readonly index: SqlScalar }
  | { readonly kind: "fields"; readonly fields: ReadonlyMap<string, SqlValue> }
  | { readonly kind: "none" };

/** The rows that a lookup can give. */
export interface TableRows {
  readonly rows: readonly Row[];
}

/** An expression that replaces a loop's variable. */
interface Bind {
  readonly loop: ListLoop;
  readonly by: string;
}

export type ListValue = UnrolledList | ArrayList;

export interface UnrolledList {
  readonly kind: "unrolled";
  /** Items in their order, each with the condition that puts it into the list. */
  readonly items: readonly Case<SqlValue>[];
  readonly none: SqlScalar;
  readonly bad?: string | undefined;
}

export interface ArrayList {
  readonly kind: "array";
  /** An array of positions in the range of `loop`, in the order of the list. */
  readonly positions: string;
  readonly loop: ListLoop;
  /** The item at the loop's variable. */
  readonly item: SqlValue;
  readonly none: SqlScalar;
  readonly bad?: string | undefined;
}

export const NOTHING: RecordLeaf = { kind: "none" };
export const EMPTY: UnrolledList = { kind: "unrolled", items: [], none: FALSE };

export function record(leaf: RecordLeaf, bad?: string): RecordValue {
  return { kind: "record", cases: [{ when: TRUE, value: leaf }], bad };
}

/** Returns the record; null becomes a record without cases. */
export function asRecord(value: SqlValue): RecordValue {
  if (value.kind === "record") return value;
  if (value.kind === "scalar") return { kind: "record", cases: [], bad: value.bad };
  throw new Error("a list is no record");
}

export function asList(value: SqlValue): ListValue {
  if (value.kind === "unrolled" || value.kind === "array") return value;
  if (value.kind === "scalar") return { ...EMPTY, none: TRUE, bad: value.bad };
  throw new Error("a record is no list");
}

export function asScalar(value: SqlValue): SqlScalar {
  if (value.kind === "scalar") return value;
  if (value.kind === "record" && value.cases.length === 0) return withFacts(NULL, { bad: value.bad });
  throw new Error(`a ${value.kind} is no single value`);
}

export function isGiven(value: SqlValue): SqlScalar {
  if (value.kind === "scalar") return isThere(value);
  if (value.kind === "record") {
    const cases = value.cases.map(({ when, value: leaf }) => ({ when, value: isLeafGiven(leaf) }));
    return withFacts(chooseScalar([...cases, { when: TRUE, value: FALSE }]), { bad: value.bad });
  }
  return withFacts(not(value.none), { bad: value.bad });
}

function isLeafGiven(leaf: RecordLeaf): SqlScalar {
  if (leaf.kind === "row") return isThere(leaf.index);
  return leaf.kind === "none" ? FALSE : TRUE;
}

export function withBad<V extends SqlValue>(value: V, bad: string | undefined): V {
  return bad === undefined ? value : { ...value, bad: firstOf([bad, value.bad]) };
}
