// Messages between the page and its worker.

import type { Explanation } from "../../engine/explain/explanation.js";
import type { FigureData } from "../../engine/language/figures.js";
import type { Source } from "../../engine/language/files.js";
import type { Finding } from "../../engine/language/findings.js";
import type { Headline } from "../../engine/language/headline.js";
import type { Words } from "../../engine/language/words.js";
import type { Outcome } from "../../engine/run/tool.js";
import type { SheetContext } from "../../pages/sheet/context.js";
import type { JsonSchema } from "../../wording/field-words.js";
import type { FormInput } from "../inputs.js";
import type { CatalogueEntry } from "../tool-data.js";
import type { Meaning } from "./meanings.js";

export interface ExplainJob {
  readonly kind: "explain";
  readonly entry: CatalogueEntry;
  readonly input: FormInput;
}
/** Checks and runs an edited definition. */
export interface DraftJob {
  readonly kind: "draft";
  readonly entry: CatalogueEntry;
  /** Texts of edited files, by path. */
  readonly texts: Readonly<Record<string, string>>;
  readonly input: FormInput;
}
/** Tests the promises of the last draft on as many inputs as time allows. */
export interface PromisesJob {
  readonly kind: "promises";
  readonly entry: CatalogueEntry;
  /** The form's input, which is tested first. */
  readonly input: FormInput;
}
/** Compares the last draft with the original on golden cases and random inputs, and tests promises on more inputs. */
export interface MovesJob {
  readonly kind: "moves";
  readonly entry: CatalogueEntry;
  readonly input: FormInput;
}
export type WorkerJob = ExplainJob | DraftJob | PromisesJob | MovesJob;

export interface Drafted {
  readonly findings: readonly Finding[];
  /** Undefined if the definition has errors. */
  readonly answer?: {
    readonly outcome: Outcome;
    readonly figures: readonly FigureData[];
    readonly inputSchema: JsonSchema;
    readonly outputSchema: JsonSchema;
    readonly headline?: Headline;
  };
  /** Names that formulas can use, with descriptions. */
  readonly names: readonly Meaning[];
  readonly ms: number;
}

export interface Promised {
  readonly id: string;
  readonly because: string;
  readonly outcome: string;
  /** The result of the test, and the number of inputs it applied to. */
  readonly summary: string;
  /** An input that breaks the promise. */
  readonly breach?: FormInput;
}

export interface PromisesTried {
  /** Tested inputs, including the form's. */
  readonly inputs: number;
  /** The share of inputs to which promises applied, in words. */
  readonly applied: string;
  readonly promises: readonly Promised[];
}

export interface Moves {
  readonly golden: Moved;
  readonly random: Moved;
  readonly promises: PromisesTried;
}

export interface Moved {
  readonly tried: number;
  readonly changed: number;
  /** Moved inputs with a changed verdict. */
  readonly flipped: number;
  /** The first few, by name or by input. */
  readonly examples: readonly {
    readonly name: string;
    readonly input: FormInput;
    readonly before: string;
    readonly after: string;
  }[];
}

/** A location in a definition that contributed to a result. */
export interface Mark {
  readonly file: string;
  readonly line: number;
  /** Column of its key or dash; lines indented further belong to it. */
  readonly column: number;
  readonly kind: "value" | "rule" | "row";
  readonly name: string;
}

export interface WorkerExplanation {
  /** Names that formulas can use, with descriptions. */
  readonly names: readonly Meaning[];
  readonly explanation: Explanation;
  readonly marks: readonly Mark[];
  readonly sources: readonly Source[];
  /** How the definition displays results. */
  readonly shown: Pick<SheetContext, "results" | "trees">;
  /** Titles of words: of the tool, of all tools, and of inputs. */
  readonly words: ConstructorParameters<typeof Words>;
}

export interface WorkerRequest {
  readonly id: number;
  readonly job: WorkerJob;
}
export type WorkerMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };
