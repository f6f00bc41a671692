// The interface of a compiled tool.

export interface Violation {
  readonly field: string;
  readonly message: string;
}

/** Effects of an input on the inputs that it omits. */
export interface InputNotes {
  /** Inputs that do not apply. */
  readonly inapplicable: readonly string[];
  /** Replaced inputs, by assumption. */
  readonly replaced: ReadonlyMap<string, string>;
}

export interface Compiled {
  /** Violated constraints; empty if the input is valid. */
  readonly violations: (root: object) => Violation[];
  /** With `brief`, lists of sentences are null, which saves most of the time. */
  readonly result: (root: object, brief?: boolean) => Record<string, unknown>;
  /** The numbers of each figure; null if it does not apply. */
  readonly figures: readonly ((root: object) => Readonly<Record<string, unknown>> | null)[];
  readonly open: (input: Readonly<Record<string, unknown>>) => object;
  readonly inputNotes: (root: object) => InputNotes;
  /** Functions of the tool that take only texts, by name. */
  readonly forms: Readonly<Record<string, (root: object, word: string) => unknown>>;
}

/** Starts the tool with the runtime functions. */
export type Start = (given: Readonly<Record<string, unknown>>) => Compiled;
