// Messages between the Table tab and its worker.
import type { InputProblem } from "../../engine/run/validate.js";
import type { TopRow } from "../../tables/head.js";
import type { Wishes } from "../../tables/open-table.js";
import type { Tally } from "../../tables/tally.js";
import type { FormInput } from "../inputs.js";
import type { CatalogueEntry } from "../tool-data.js";

/** The user's choices. They override detected settings. */
export interface TableSettings {
  /** Input to column; "" leaves the input without one. */
  readonly mapping: Readonly<Record<string, string>>;
  readonly readings: NonNullable<Wishes["readings"]>;
  /** Inputs that are the same in all rows. */
  readonly fixed: Readonly<Record<string, unknown>>;
  /** Choices by words of the table, by input. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly sheet?: string | undefined;
  readonly headerLine?: number | undefined;
}

/** The interpretation of a table. */
export interface Understood {
  /** The sheet that was read, and the names of all; none for a text. */
  readonly sheet: string;
  readonly sheets: readonly string[];
  /** The line of the headings, and the rows among which they are. */
  readonly headerLine: number;
  readonly top: readonly TopRow[];
  readonly header: readonly string[];
  /** The first non-empty cell of each column. */
  readonly firsts: readonly string[];
  /** The input of each column. */
  readonly fields: readonly (string | null)[];
  readonly notes: readonly string[];
  /** Required inputs without a column, with a suggested column. */
  readonly missing: Readonly<Record<string, string>>;
  /** Why the rows cannot be computed with these settings. */
  readonly fault?: string;
}

export type Sort = "line" | "verdict" | `number:${number}`;

/** Filter and order of rows. */
export interface Query {
  /** A verdict, "" for refused rows; undefined for all. */
  readonly verdict?: string | undefined;
  readonly words: string;
  readonly sort: Sort;
  readonly isDown: boolean;
}

export interface ShownRow {
  readonly line: number;
  /** Cells that identify the row for a person. */
  readonly cells: readonly string[];
  /** Undefined if the row was refused. */
  readonly verdict?: string;
  readonly numbers: readonly (number | null)[];
  readonly why: string;
  readonly problems?: readonly InputProblem[];
}

export interface RowWindow {
  readonly total: number;
  readonly from: number;
  readonly rows: readonly ShownRow[];
}

export interface TableJobs {
  open: { with: { entry: CatalogueEntry; file: File; settings: TableSettings }; gives: Understood };
  stop: { with: Record<never, never>; gives: undefined };
  rows: { with: { query: Query; from: number; count: number }; gives: RowWindow };
  /** Returns the input of a row by its line; undefined if the line is invalid. */
  input: { with: { line: number }; gives: FormInput | undefined };
  results: { with: { form: "csv" | "xlsx" }; gives: Blob };
  template: { with: { entry: CatalogueEntry }; gives: Blob };
}
export type JobName = keyof TableJobs;
export type TableRequest = {
  [Name in JobName]: { readonly id: number; readonly job: Name } & TableJobs[Name]["with"];
}[JobName];

/** Progress of the computation. */
export interface TableReport {
  readonly tally: Tally;
  /** Completed part of the table, 0 to 1. */
  readonly share: number;
  readonly state: "working" | "done" | "stopped" | "full";
  /** The error that stopped the computation. */
  readonly fault?: string;
}

export type TableMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly progress: TableReport };
