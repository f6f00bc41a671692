// A chapter of the rule book: one definition file, its content and its linkable locations.
import type { CalculationDef, TableDef, ValueDef } from "../../engine/language/model.js";
import type { FileHead } from "../../engine/read/heads.js";
import type { Tool } from "../../engine/tool.js";
import type { Comments } from "./comments.js";

export interface AnchorPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly anchor: string;
  /** The label of links to it. */
  readonly label: string;
}

export const KINDS = {
  tool: "tool",
  legacy: "tool of the older interface",
  part: "part of a method",
  table: "shared table",
} as const;
export type PageKind = keyof typeof KINDS;

export interface Chapter {
  readonly file: string;
  readonly kind: PageKind;
  readonly name: string;
  readonly title: string;
  readonly head: FileHead | undefined;
  /** Tools that use this file; a tool uses itself. */
  readonly tools: readonly Tool[];
  readonly tables: readonly TableDef[];
  readonly calculations: readonly CalculationDef[];
  readonly values: readonly ValueDef[];
  /** Linkable locations in file order. */
  readonly places: readonly AnchorPlace[];
  readonly comments: Comments;
}

/** A page of the book. */
export interface PageInfo {
  readonly path: string;
  readonly title: string;
  readonly kind: string;
}
