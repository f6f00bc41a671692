// A compiled tool in action: what its code gives.

export interface Violation {
  readonly field: string;
  readonly message: string;
}

/** What an input means for the inputs that it leaves out. */
export interface InputNotes {
  /** Inputs that do not apply, whatever their value. */
  readonly inapplicable: readonly string[];
  /** Inputs by the assumption that replaces them. */
  readonly replaced: ReadonlyMap<string, string>;
}

export interface Compiled {
  /** Contradictions in the input; empty when it may be computed. */
  readonly violations: (root: object) => Violation[];
  /** A brief one has null for the lists of sentences, which take longer than the rest. */
  readonly result: (root: object, brief?: boolean) => Record<string, unknown>;
  /** The numbers of each figure, null where it does not apply. */
  readonly figures: readonly ((root: object) => Readonly<Record<string, unknown>> | null)[];
  readonly open: (input: Readonly<Record<string, unknown>>) => object;
  readonly inputNotes: (root: object) => InputNotes;
  /** The tool's own functions that take texts alone, by name. */
  readonly forms: Readonly<Record<string, (root: object, word: string) => unknown>>;
}

/** Makes it of the functions that the code may call. */
export type Start = (given: Readonly<Record<string, unknown>>) => Compiled;
