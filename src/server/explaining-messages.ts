// What the service and the thread that explains say to each other.
import type { DefinitionFile } from "../engine/language/files.js";
import type { Schemas } from "../engine/read/structure.js";
import type { Explained } from "./explanations.js";

/** What the thread is given: the texts that this process answers from, whatever has become of the files. */
export interface Given {
  readonly files: readonly DefinitionFile[];
  readonly schemas: Schemas;
}

export interface Question {
  readonly id: number;
  /** The files of the tool, which are all that the thread needs to know of it. */
  readonly paths: readonly string[];
  readonly input: unknown;
  readonly asPage: boolean;
}

export type Answer =
  | { readonly id: number; readonly explained: Explained }
  | { readonly id: number; readonly failed: string };
