// A definition set: all files of a folder, and what is known of them once they are read and checked together.
import type { CitationShare } from "./checks/shares.js";
import type { SourceUse } from "./checks/sources.js";
import type { Finding } from "./language/findings.js";
import type { ServedSet } from "./run/tool.js";
import type { Tool } from "./tool.js";

export interface DefinitionFile {
  /** Path inside the definitions folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly sha256: string;
}

export interface Source {
  readonly id: string;
  readonly title: string;
  readonly reference?: string;
  readonly publisher?: string;
  readonly evidence: string;
  readonly date?: string;
  readonly url?: string;
  readonly review_by: string;
  readonly note?: string;
}

/** A set with the whole definition of every tool. */
export interface DefinitionSet extends ServedSet<Tool> {
  /** Where each source is cited, by its id. */
  readonly uses: ReadonlyMap<string, readonly SourceUse[]>;
}

export interface Loaded {
  readonly findings: readonly Finding[];
  /** Of each tool that could be read: the numbers that have a source, by how sure it is. */
  readonly citations: readonly CitationShare[];
  /** Undefined when any finding is an error: a broken set is never served. */
  readonly set: DefinitionSet | undefined;
}

/** Checks of upkeep: what they find moves no result, so a set of the past is loaded in spite of it. */
export const UPKEEP: ReadonlySet<string> = new Set([
  "unused",
  "review",
  "uncited",
  "citation",
  "unreachable",
  "constant",
  "influence",
]);

/**
 * How much is checked: all, as `plumbline check` and the tests do, or what results rest on. What the latter leaves out
 * moves no result: rules that nothing reaches, results that never change, inputs without influence.
 */
export type Depth = "all" | "results";
