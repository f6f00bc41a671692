// A definition set: all files of a folder, and what is known of them once they are read and checked together.
import type { CheckedTool } from "./checks/all.js";
import type { CitationShare } from "./checks/shares.js";
import type { Finding } from "./language/findings.js";
import type { ReadSet } from "./read/set.js";
import type { SourceUse } from "./read/source-uses.js";
import type { RuntimeSet } from "./run/tool.js";
import type { Tool } from "./tool.js";

/** A set with the whole definition of every tool. */
export interface DefinitionSet extends RuntimeSet<Tool> {
  /** Where each source is cited, by its id. */
  readonly uses: ReadonlyMap<string, readonly SourceUse[]>;
}

export interface Loaded {
  readonly findings: readonly Finding[];
  /** Of each tool that could be read: the numbers that have a source, by how sure it is. */
  readonly citations: readonly CitationShare[];
  /** What could be read and typed, for who works on a set that is not whole yet. */
  readonly read: ReadSet;
  readonly typed: readonly CheckedTool[];
  /** Undefined when any finding is an error: a broken set is never served. */
  readonly set: DefinitionSet | undefined;
}

/** Checks of upkeep: what they find moves no result, so a set of the past is loaded in spite of it. */
export const UPKEEP: ReadonlySet<string> = new Set([
  "unused",
  "review",
  "licence",
  "uncited",
  "citation",
  "unreachable",
  "fixed",
  "influence",
  "undefined",
  "repeated_number",
]);

/**
 * How much is checked: all, as `plumbline check` and the tests do, or what results rest on. What the latter leaves out
 * moves no result: rules that nothing reaches, results that never change, inputs without influence.
 */
export type Depth = "all" | "results";
