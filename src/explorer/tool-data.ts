// Types of the open tool and its answers.
import type { FigureData } from "../engine/language/figures.js";
import type { Headline } from "../engine/language/headline.js";
import type { FormHints } from "../engine/language/inputs.js";
import type { InputNotes } from "../engine/run/compiled.js";
import type { Example, Outcome, RuntimeTool } from "../engine/run/tool.js";
import type { JsonSchema } from "../wording/field-words.js";
import type { FormInput } from "./inputs.js";

/** A tool in the catalogue. */
export interface CatalogueEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly version: string;
  readonly edition: string;
  readonly standard: string;
  readonly headline?: Headline;
  readonly examples: readonly Example[];
  readonly file: string;
  /** Hash over all files of the definition. */
  readonly hash: string;
  /** Path and hash of each file of the definition. */
  readonly files: readonly (readonly [path: string, sha256: string])[];
  /** Names of its files in the built form. */
  readonly module?: string;
  readonly data?: string;
  /** The file with the inputs of its golden cases. */
  readonly cases?: string;
}

export interface Catalogue {
  readonly edition: string;
  readonly tools: readonly CatalogueEntry[];
}

/** The outcome of an input, with figures if the service sent them. */
export interface ToolAnswer {
  readonly input: FormInput;
  readonly outcome: Outcome;
  readonly figures?: readonly FigureData[];
}

/** Details that take longer than the outcome. */
export interface Drawn {
  readonly figures: readonly FigureData[];
  /** Inputs that the outcome depends on; undefined if they were not recorded. */
  readonly reads?: ReadonlySet<string>;
  readonly notes?: InputNotes;
}

export interface OpenTool {
  readonly entry: CatalogueEntry;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** Groups and suggestions of inputs; empty if the service computes. */
  readonly hints: FormHints;
  readonly answer: (input: FormInput) => ToolAnswer | Promise<ToolAnswer>;
  readonly draw: (answer: ToolAnswer) => Drawn;
  /** The tool itself; undefined if the service computes. */
  readonly local?: RuntimeTool;
}
