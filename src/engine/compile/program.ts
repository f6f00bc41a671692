// A compiled tool: plain data, so that it can be written to a file, and brought to life.
import { RUNTIME } from "../run/functions.js";
import { TABLES } from "../run/tables.js";

export interface Program {
  /** The tool as JavaScript, with its tables. */
  readonly source: string;
  /** All texts of the definition that a result can hold, whole or as pieces. */
  readonly texts: readonly string[];
}

export interface Offence {
  readonly field: string;
  readonly message: string;
}

export interface Compiled {
  /** Contradictions in the input; empty when it may be computed. */
  readonly offences: (root: object) => Offence[];
  readonly result: (root: object) => Record<string, unknown>;
  readonly open: (input: Readonly<Record<string, unknown>>) => object;
}

/** The functions that the code of every tool may call. */
export const GIVEN: Readonly<Record<string, unknown>> = { ...RUNTIME, ...TABLES };
export type Start = (given: Readonly<Record<string, unknown>>) => Compiled;

/** A function that needs nothing around it: given the runtime, it makes what computes. */
export function startText({ source }: Pick<Program, "source">): string {
  return `(given) => {
const { ${Object.keys(GIVEN).join(", ")} } = given;
${source}
}`;
}

export function startProgram(program: Program): Compiled {
  return startHere<Start>(startText(program))(GIVEN);
}

/** A function from its text, where there is no module of it to import. */
export function startHere<F>(text: string): F {
  return new Function(`"use strict"; return ${text};`)() as F;
}
