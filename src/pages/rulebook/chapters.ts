// A chapter of the rule book: one definition file, what it defines, and the places in it that can be linked to.
import type { CalculationDef, TableDef, ValueDef } from "../../engine/language/model.js";
import type { FileHead } from "../../engine/read/heads.js";
import type { Tool } from "../../engine/tool.js";
import type { Comments } from "./comments.js";

/** A location that can be linked to. */
export interface AnchorPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly anchor: string;
  /** How others name it. */
  readonly label: string;
}

export const KINDS = {
  tool: "tool",
  legacy: "tool of the older interface",
  part: "part of a method",
  table: "shared table",
} as const;
export type PageKind = keyof typeof KINDS;

/** One definition file and what it defines. */
export interface Chapter {
  readonly file: string;
  readonly kind: PageKind;
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  readonly head: FileHead | undefined;
  /** Tools that this file is part of; a tool is part of itself. */
  readonly tools: readonly Tool[];
  readonly tables: readonly TableDef[];
  readonly calculations: readonly CalculationDef[];
  readonly values: readonly ValueDef[];
  /** Places in the order of the file. */
  readonly places: readonly AnchorPlace[];
  readonly comments: Comments;
}

/** A page of the book. */
export interface PageInfo {
  readonly path: string;
  readonly title: string;
  readonly kind: string;
}
