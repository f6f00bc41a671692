// Self-contained JavaScript of a tool, for a module of the built form or for immediate evaluation.
import type { Compiled, Start } from "../run/compiled.js";
import { GIVEN } from "../run/functions.js";

/** Returns the source of a factory that takes the runtime and returns the evaluator. */
export function startText(source: string): string {
  return `(given) => {
const { ${Object.keys(GIVEN).join(", ")} } = given;
${source}
}`;
}

export function startProgram(source: string): Compiled {
  return startHere<Start>(startText(source))(GIVEN);
}

type Starter = (text: string) => unknown;
let starter: Starter = (text) => new Function(`"use strict"; return ${text};`)();

/** Replaces the evaluation of text, for browsers that forbid eval. */
export function startBy(own: Starter): void {
  starter = own;
}

/** Evaluates the text of a function. */
export function startHere<F>(text: string): F {
  return starter(text) as F;
}
