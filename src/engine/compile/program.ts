// A compiled tool: its text and the data that the text names, and both brought to life. The data is plain, so that a
// program can be kept in a file.
import { RUNTIME } from "../runtime.js";
import { TABLES } from "../runtime-tables.js";
import { inShape } from "./shapes.js";

export interface Program {
  readonly source: string;
  readonly constants: ReadonlyMap<string, unknown>;
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

export function startProgram({ source, constants }: Program): Compiled {
  const data = inShape(constants);
  const names = [...Object.keys(GIVEN), ...data.keys()];
  const values = [...Object.values(GIVEN), ...data.values()];
  return new Function(...names, `"use strict";\n${source}`)(...values) as Compiled;
}
