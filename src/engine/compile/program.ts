// A compiled tool: plain data, so that it can be written to a file, and brought to life.
import { RUNTIME } from "../runtime.js";
import { TABLES } from "../runtime-tables.js";

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

const GIVEN = { ...RUNTIME, ...TABLES };

export function startProgram({ source }: Program): Compiled {
  const make = new Function(...Object.keys(GIVEN), `"use strict";\n${source}`);
  return make(...Object.values(GIVEN)) as Compiled;
}
