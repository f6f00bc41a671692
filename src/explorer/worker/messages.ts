// What the page and its worker say to each other.
import type { FigureData } from "../../engine/language/figures.js";
import type { Source } from "../../engine/language/files.js";
import type { Finding } from "../../engine/language/findings.js";
import type { Headline } from "../../engine/language/headline.js";
import type { Explanation } from "../../engine/reference/explain.js";
import type { Outcome } from "../../engine/run/tool.js";
import type { Meaning } from "../../engine/typing/meaning.js";
import type { Entry } from "../asked.js";
import type { Input, Schema } from "../inputs.js";

export interface ExplainJob {
  readonly kind: "explain";
  readonly entry: Entry;
  readonly input: Input;
}
/** A changed definition: what is wrong with it, and what it answers. */
export interface DraftJob {
  readonly kind: "draft";
  readonly entry: Entry;
  /** Texts of the files that were changed, by their paths. */
  readonly texts: Readonly<Record<string, string>>;
  readonly input: Input;
}
/** What the last draft moves, of golden cases and of random inputs, and whether its promises hold. */
export interface MovesJob {
  readonly kind: "moves";
  readonly entry: Entry;
}
export type Job = ExplainJob | DraftJob | MovesJob;

export interface Drafted {
  readonly findings: readonly Finding[];
  /** Undefined where the definition is not sound. */
  readonly answer?: {
    readonly outcome: Outcome;
    readonly figures: readonly FigureData[];
    readonly inputSchema: Schema;
    readonly outputSchema: Schema;
    readonly headline?: Headline;
  };
  /** Names that formulas can hold, with what each is. */
  readonly names: readonly Meaning[];
  readonly ms: number;
}

export interface Moves {
  readonly golden: Moved;
  readonly random: Moved;
  readonly promises: readonly { readonly id: string; readonly because: string; readonly outcome: string }[];
}

export interface Moved {
  readonly tried: number;
  readonly changed: number;
  /** Of those, where the verdict is another word. */
  readonly flipped: number;
  /** The first few, by name or by input. */
  readonly examples: readonly {
    readonly name: string;
    readonly input: Input;
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

export interface Explained {
  /** Names that formulas can hold, with what each is. */
  readonly names: readonly Meaning[];
  readonly explanation: Explanation;
  /** The values that each result is made of. */
  readonly roots: Readonly<Record<string, readonly string[]>>;
  readonly marks: readonly Mark[];
  readonly sources: readonly Source[];
  /** The files of the definition, the tool's own first. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export interface Asked {
  readonly id: number;
  readonly job: Job;
}
export type Told =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };
