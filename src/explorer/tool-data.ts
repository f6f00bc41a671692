// A tool that somebody looks at, and what it answers.
import type { FigureData } from "../engine/language/figures.js";
import type { Headline } from "../engine/language/headline.js";
import type { FormHints } from "../engine/language/inputs.js";
import type { InputNotes } from "../engine/run/compiled.js";
import type { Example, Outcome, RuntimeTool } from "../engine/run/tool.js";
import type { JsonSchema } from "../wording/field-words.js";
import type { FormInput } from "./inputs.js";

/** A tool as the catalogue has it. */
export interface CatalogueEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly questions?: readonly string[];
  readonly version: string;
  readonly edition: string;
  readonly standard: string;
  readonly headline?: Headline;
  readonly examples: readonly Example[];
  readonly file: string;
  /** Of all files that make it up. */
  readonly hash: string;
  /** The files of its definition, by path and hash. */
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

/** The outcome of an input; figures where they came along with it. */
export interface ToolAnswer {
  readonly input: FormInput;
  readonly outcome: Outcome;
  readonly figures?: readonly FigureData[];
}

/** What takes longer than an outcome. */
export interface Drawn {
  readonly figures: readonly FigureData[];
  /** Inputs that the outcome was worked out from; undefined where it is not known. */
  readonly reads?: ReadonlySet<string>;
  readonly notes?: InputNotes;
}

export interface OpenTool {
  readonly entry: CatalogueEntry;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** Groups and suggestions of inputs; none where the service computes. */
  readonly hints: FormHints;
  readonly answer: (input: FormInput) => ToolAnswer | Promise<ToolAnswer>;
  readonly draw: (answer: ToolAnswer) => Drawn;
  /** The tool itself; undefined where the service computes. */
  readonly local?: RuntimeTool;
}
