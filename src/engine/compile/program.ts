// A tool as text: JavaScript that needs nothing around it, for a module of the built form or to be started at once.
import type { Compiled, Start } from "../run/compiled.js";
import { GIVEN } from "../run/functions.js";

/** A function that needs nothing around it: given the runtime, it makes what computes. */
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

/** Where nothing may be made from text, as in a browser, whoever runs the engine brings a way of its own. */
export function startBy(own: Starter): void {
  starter = own;
}

/** A function from its text, where there is no module of it to import. */
export function startHere<F>(text: string): F {
  return starter(text) as F;
}
