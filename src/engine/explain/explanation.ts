// An explanation as data: a graph of steps that refer to other steps, inputs and rows.
import type { FigureData } from "../language/figures.js";

export interface ExplainedCitation {
  readonly source: string;
  readonly title: string;
  /** Number or edition of the source. */
  readonly reference?: string;
  readonly clause: string;
  readonly evidence: string;
}
/** Sources of each name in a formula: step ids, `input:name`, `table:name[row]`. */
export type ExplainedReads = Readonly<Record<string, string | readonly string[]>>;

/** A name that decided a value. `governs` if it was the extreme of several. */
export interface DecidingName {
  readonly name: string;
  readonly governs?: true;
}

/** A part of a condition without `and`, `or` and `not` that decided it. */
export interface ExplainedClause {
  /** The index of the part in the written formula. */
  readonly part: number;
  readonly holds: boolean;
  /** Both values of a comparison by size. */
  readonly sides?: readonly [unknown, unknown];
}

export interface ExplainedCondition {
  readonly text: string;
  readonly holds: boolean;
  readonly clauses: readonly ExplainedClause[];
  readonly decided_by: readonly DecidingName[];
}

/** An item that was tried before the chosen one, with the failed part of the condition. */
export interface ExplainedRefusal {
  readonly item: string;
  readonly condition: string;
  /** The condition's value, and the index of the failed part in its formula. */
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
  /** The evaluated conditions; evaluation stops after the first false one. */
  readonly conditions: readonly ExplainedCondition[];
  readonly because?: string;
  readonly citations: readonly ExplainedCitation[];
}
/** The sources of a value, and the path through its formula. */
export interface Derivation {
  /** File, line and column of the definition. */
  readonly at: string;
  /** By name in its formulas and conditions. */
  readonly reads?: ExplainedReads;
  /** Other reads: items of lists, and function calls. */
  readonly also?: readonly string[];
  /**
   * The argument that was chosen (if, ??) or decided (and, or, max, min), by the index of the part in the formula.
   */
  readonly taken?: Readonly<Record<string, number>>;
  /** Ids of function calls, by the same indexes. */
  readonly called?: Readonly<Record<string, string>>;
  /** The names that decided the value. */
  readonly decided_by?: readonly DecidingName[];
  /** For conditions: the deciding parts. */
  readonly clauses?: readonly ExplainedClause[];
}

/** A table row that was read, directly or through a list. */
export interface ExplainedRow {
  readonly table: string;
  readonly row: unknown;
  readonly citations: readonly ExplainedCitation[];
}

/** A lookup in a table. */
export interface ExplainedLookup extends ExplainedRow {
  readonly keys: readonly unknown[];
  /** For tables of bands: the limits of the row, null at an open end. */
  readonly between?: readonly [number | null, number | null];
}

export interface ExplainedStep extends Derivation {
  /** Unique in the explanation. */
  readonly id: string;
  /** The definition's id, if different: `list[].x` for `list[3].x`. */
  readonly of?: string;
  readonly name: string;
  /** For display: title, and symbol in TeX. */
  readonly title?: string;
  readonly symbol?: string;
  readonly kind: string;
  readonly unit?: string;
  readonly expression?: string;
  /** The expression with values in place of names. */
  readonly substituted?: string;
  readonly latex?: string;
  /** Values of the names in expression and conditions. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly value: unknown;
  readonly tables?: readonly ExplainedLookup[];
  readonly rules?: readonly ExplainedRule[];
  /** The index of the deciding rule, from 0. */
  readonly rule?: number | "otherwise";
  /** The chosen list entry or table row. */
  readonly picked?: string;
  readonly because?: string;
  readonly citations: readonly ExplainedCitation[];
  /**
   * Steps inside a group, calculation or chosen item. Inside a list, one step without a value represents all entries.
   */
  readonly steps?: readonly ExplainedStep[];
  /** For calculations: the formulas of the arguments. */
  readonly with?: Readonly<Record<string, string>>;
  /** Single values of list entries. */
  readonly entries?: readonly unknown[];
  /** Rejected items before the first match, each with the failed part of the condition. */
  readonly refused?: readonly ExplainedRefusal[];
}
/** The derivation of a result field; its value is in the result. */
export interface ExplainedResult extends Derivation {
  readonly expression?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
}

export interface Explanation {
  readonly tool: string;
  readonly title: string;
  readonly version: string;
  readonly edition: string;
  /** The date of the applied law. */
  readonly as_of: string;
  readonly definition_files: Readonly<Record<string, string>>;
  readonly inputs: Readonly<
    Record<string, { readonly value: unknown; readonly unit?: string; readonly from: "caller" | "default" }>
  >;
  readonly steps: readonly ExplainedStep[];
  /** Function calls by id. */
  readonly calls: readonly ExplainedStep[];
  /** Table rows that steps or results read, by id. */
  readonly rows: Readonly<Record<string, ExplainedRow>>;
  /** By path, as `beam.moment` or `rooms[2].area`. */
  readonly results: Readonly<Record<string, ExplainedResult>>;
  readonly result: unknown;
  readonly figures: readonly FigureData[];
}
