// A definition set: all files of a folder, and what is known of them once they are read and checked together.
import type { FileHead } from "./read/heads.js";
import type { SourceUse } from "./read/source-uses.js";
import type { RuntimeSet } from "./run/tool.js";
import type { Tool } from "./tool.js";

/** A set with the whole definition of every tool. */
export interface DefinitionSet extends RuntimeSet<Tool> {
  /** Where each source is cited, by its id. */
  readonly uses: ReadonlyMap<string, readonly SourceUse[]>;
  /** What each file says of itself. */
  readonly heads: ReadonlyMap<string, FileHead>;
}
