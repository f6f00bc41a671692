// A definition set after reading and checking.
import type { FileHead } from "./read/heads.js";
import type { SourceUse } from "./read/source-uses.js";
import type { RuntimeSet } from "./run/tool.js";
import type { Tool } from "./tool.js";

export interface DefinitionSet extends RuntimeSet<Tool> {
  /** Citations of each source, by id. */
  readonly uses: ReadonlyMap<string, readonly SourceUse[]>;
  /** The head of each file. */
  readonly heads: ReadonlyMap<string, FileHead>;
}
