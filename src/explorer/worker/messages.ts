// What the page and its worker say to each other.

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
/** A changed definition: what is wrong with it, and what it answers. */
export interface DraftJob {
  readonly kind: "draft";
  readonly entry: CatalogueEntry;
  /** Texts of the files that were changed, by their paths. */
  readonly texts: Readonly<Record<string, string>>;
  readonly input: FormInput;
}
/** Whether the promises of the last draft hold, on as many inputs as can be tried while somebody waits. */
export interface PromisesJob {
  readonly kind: "promises";
  readonly entry: CatalogueEntry;
  /** The case in the form, which is tried first. */
  readonly input: FormInput;
}
/** What the last draft moves, of golden cases and of random inputs, and its promises on more inputs. */
export interface MovesJob {
  readonly kind: "moves";
  readonly entry: CatalogueEntry;
  readonly input: FormInput;
}
export type WorkerJob = ExplainJob | DraftJob | PromisesJob | MovesJob;

export interface Drafted {
  readonly findings: readonly Finding[];
  /** Undefined where the definition is not sound. */
  readonly answer?: {
    readonly outcome: Outcome;
    readonly figures: readonly FigureData[];
    readonly inputSchema: JsonSchema;
    readonly outputSchema: JsonSchema;
    readonly headline?: Headline;
  };
  /** Names that formulas can hold, with what each is. */
  readonly names: readonly Meaning[];
  readonly ms: number;
}

export interface Promised {
  readonly id: string;
  readonly because: string;
  readonly outcome: string;
  /** How it fared, and to how many of its trials it applied. */
  readonly summary: string;
  /** The input that breaks it. */
  readonly breach?: FormInput;
}

export interface PromisesTried {
  /** How many inputs each was tried on, the case in the form among them. */
  readonly inputs: number;
  /** To how many of all trials they applied, in words. */
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
  /** Of those, where the verdict is another word. */
  readonly flipped: number;
  /** The first few, by name or by input. */
  readonly examples: readonly {
    readonly name: string;
    readonly input: FormInput;
    readonly before: string;
    readonly after: string;
  }[];
}

/** A place in a definition that took part in a result. */
export interface Mark {
  readonly file: string;
  readonly line: number;
  /** Of its key or dash: what stands further in belongs to it. */
  readonly column: number;
  readonly kind: "value" | "rule" | "row";
  readonly name: string;
}

export interface WorkerExplanation {
  /** Names that formulas can hold, with what each is. */
  readonly names: readonly Meaning[];
  readonly explanation: Explanation;
  readonly marks: readonly Mark[];
  readonly sources: readonly Source[];
  /** What the definition says of how results are shown. */
  readonly shown: Pick<SheetContext, "results" | "trees">;
  /** Titles of words: the tool's own, those of all tools, those of inputs. */
  readonly words: ConstructorParameters<typeof Words>;
}

export interface WorkerRequest {
  readonly id: number;
  readonly job: WorkerJob;
}
export type WorkerMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };
