// What the page and its worker say to each other.
import type { Source } from "../../engine/language/files.js";
import type { Explanation } from "../../engine/reference/explain.js";
import type { Entry } from "../asked.js";
import type { Input } from "../inputs.js";

export interface ExplainJob {
  readonly kind: "explain";
  readonly entry: Entry;
  readonly input: Input;
}
export type Job = ExplainJob;

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
