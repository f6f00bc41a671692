// What the Table tab and its worker say to each other.
import type { InputProblem } from "../../engine/run/validate.js";
import type { ReportedReadings } from "../../tables/readings.js";
import type { Tally } from "../../tables/tally.js";
import type { FormInput } from "../inputs.js";
import type { CatalogueEntry } from "../tool-data.js";

/** What the person says about the table; it comes before what was found. */
export interface TableSettings {
  /** Input to column; "" leaves the input without one. */
  readonly mapping: Readonly<Record<string, string>>;
  readonly readings: ReportedReadings;
}

/** A table as it was understood. */
export interface Understood {
  readonly header: readonly string[];
  /** The first cell of each column that is not empty. */
  readonly firsts: readonly string[];
  /** The input of each column. */
  readonly fields: readonly (string | null)[];
  readonly notes: readonly string[];
  /** Required inputs that no column gives, with the column that may be meant. */
  readonly missing: Readonly<Record<string, string>>;
}

export type Sort = "line" | "verdict" | `number:${number}`;

/** Which rows are wanted, and in what order. */
export interface Query {
  /** A verdict, "" for refused rows; undefined for all. */
  readonly verdict?: string | undefined;
  readonly words: string;
  readonly sort: Sort;
  readonly isDown: boolean;
}

export interface ShownRow {
  readonly line: number;
  /** The cells by which a person knows the row. */
  readonly cells: readonly string[];
  /** Undefined where the row was refused. */
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
  /** The input that a row gives, by its line; undefined where the line is broken. */
  input: { with: { line: number }; gives: FormInput | undefined };
  results: { with: { form: "csv" | "xlsx" }; gives: Blob };
  template: { with: { entry: CatalogueEntry }; gives: Blob };
}
export type JobName = keyof TableJobs;
export type TableRequest = {
  [Name in JobName]: { readonly id: number; readonly job: Name } & TableJobs[Name]["with"];
}[JobName];

/** How far the rows are. */
export interface TableReport {
  readonly tally: Tally;
  /** Part of the table that is done, 0 to 1. */
  readonly share: number;
  readonly state: "working" | "done" | "stopped" | "full";
  /** What went wrong on the way. */
  readonly fault?: string;
}

export type TableMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly progress: TableReport };
