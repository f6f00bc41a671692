// How a result came about, as data: a graph whose steps name the steps, inputs and rows that they were worked out from.
import type { FigureData } from "../language/figures.js";

export interface ExplainedCitation {
  readonly source: string;
  readonly title: string;
  /** Number or edition by which the source is known. */
  readonly reference?: string;
  readonly clause: string;
  readonly evidence: string;
}
/** Where each name of a formula got its value: ids of steps, `input:name`, `table:name[row]`. */
export type ExplainedReads = Readonly<Record<string, string | readonly string[]>>;

/** A name that decided a value. It governs if it was the extreme of several. */
export interface DecidingName {
  readonly name: string;
  readonly governs?: true;
}

/** A part of a condition without `and`, `or` and `not`, that decided it. */
export interface ExplainedClause {
  /** The number of the part in the formula as it is written. */
  readonly part: number;
  readonly holds: boolean;
  /** Of a comparison by size: the values of both sides. */
  readonly sides?: readonly [unknown, unknown];
}

export interface ExplainedCondition {
  readonly text: string;
  readonly holds: boolean;
  readonly clauses: readonly ExplainedClause[];
  readonly decided_by: readonly DecidingName[];
}

/** An item that was tried before the picked one, with the part of the condition that failed. */
export interface ExplainedRefusal {
  readonly item: string;
  readonly condition: string;
  /** The value that is the condition, and the number of the failed part in its formula. */
  readonly of: string;
  readonly part: number;
  /** Values of the names in that part. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

export interface ExplainedRule {
  readonly id?: string;
  /** File, line and column. */
  readonly at: string;
  readonly groups: readonly string[];
  readonly outcome: "holds" | "fails" | "not reached";
  /** Those that were evaluated: nothing is after the first that failed. */
  readonly conditions: readonly ExplainedCondition[];
  readonly because?: string;
  readonly citations: readonly ExplainedCitation[];
}
/** How something was worked out: from where, and by which way through its formula. */
export interface Derivation {
  /** File, line and column where it is defined. */
  readonly at: string;
  /** By name in its formulas and conditions. */
  readonly reads?: ExplainedReads;
  /** What was read besides: items of lists, and calls of functions. */
  readonly also?: readonly string[];
  /** The argument that was taken (if, ??) or that decided (and, or, max, min), by the part's number in the formula. */
  readonly taken?: Readonly<Record<string, number>>;
  /** The ids of the calls of functions in the formula, by the same numbers. */
  readonly called?: Readonly<Record<string, string>>;
  /** The names in the formula that decided its value. */
  readonly decided_by?: readonly DecidingName[];
  /** Of a formula that is a condition: the parts that decided it. */
  readonly clauses?: readonly ExplainedClause[];
}

/** A row of a table that was read, also through a list. */
export interface ExplainedRow {
  readonly table: string;
  readonly row: unknown;
  readonly citations: readonly ExplainedCitation[];
}

/** A lookup in a table. */
export interface ExplainedLookup extends ExplainedRow {
  readonly keys: readonly unknown[];
  /** Of a table of bands: the limits of the row, null at an open end. */
  readonly between?: readonly [number | null, number | null];
}

export interface ExplainedStep extends Derivation {
  /** Unique in the explanation. */
  readonly id: string;
  /** The value of the definition, where its id is another: `list[].x` of `list[3].x`. */
  readonly of?: string;
  readonly name: string;
  /** For people: what it is called, and its symbol in TeX. */
  readonly title?: string;
  readonly symbol?: string;
  readonly kind: string;
  readonly unit?: string;
  readonly expression?: string;
  /** The expression with the values in the place of the names. */
  readonly substituted?: string;
  readonly latex?: string;
  /** Names that the expression and the conditions use, and their values. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly value: unknown;
  readonly tables?: readonly ExplainedLookup[];
  readonly rules?: readonly ExplainedRule[];
  /** The rule that decided: its place among the rules, the first being 0. */
  readonly rule?: number | "otherwise";
  /** The entry of a list, or the row of a table, that was picked. */
  readonly picked?: string;
  readonly because?: string;
  readonly citations: readonly ExplainedCitation[];
  /**
   * Steps inside a group, a calculation or the item that was picked. Inside a list one for each value of its entries, which
   * stands for all of them and has no value of its own.
   */
  readonly steps?: readonly ExplainedStep[];
  /** Of a calculation: the formulas of what it is given. */
  readonly with?: Readonly<Record<string, string>>;
  /** Entries of a list, their single values only. */
  readonly entries?: readonly unknown[];
  /** Of the first that fits: those before it, each with the part of the condition that it failed. */
  readonly refused?: readonly ExplainedRefusal[];
}
/** How a field of the result came about; its value stands in the result. */
export interface ExplainedResult extends Derivation {
  readonly expression?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
}

export interface Explanation {
  readonly tool: string;
  readonly title: string;
  readonly version: string;
  readonly edition: string;
  /** The day whose law was applied. */
  readonly as_of: string;
  readonly definition_files: Readonly<Record<string, string>>;
  readonly inputs: Readonly<
    Record<string, { readonly value: unknown; readonly unit?: string; readonly from: "caller" | "default" }>
  >;
  readonly steps: readonly ExplainedStep[];
  /** Calls of functions by their ids. */
  readonly calls: readonly ExplainedStep[];
  /** Rows of tables that steps or results read, by their ids. */
  readonly rows: Readonly<Record<string, ExplainedRow>>;
  /** By path, as `beam.moment` or `rooms[2].area`. */
  readonly results: Readonly<Record<string, ExplainedResult>>;
  readonly result: unknown;
  readonly figures: readonly FigureData[];
}
