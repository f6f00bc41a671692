// What tools written by hand share. Rounding and comparing are the engine's own, so that neither side of the measurement
// gains by them.
import { compare, fixed, round } from "../../src/engine/runtime-numbers.js";

export const { EQ, GE, GT, LE, LT } = compare;
export { fixed, round, significant } from "../../src/engine/runtime-numbers.js";

export const DISCLAIMER =
  "Indicative result from a simplified method and the inputs given; a qualified engineer must validate it before any technical, legal or investment decision.";

export const rounded = (value: number | null, decimals: number): number | null =>
  value === null ? null : round(value, decimals);

/** With commas between thousands. */
export const grouped = (value: number): string => fixed(value, 0).replace(/\B(?=(\d{3})+$)/g, ",");

/** Codes of what is odd, each with its sentence. */
export class Flags {
  readonly codes: string[] = [];
  readonly sentences: string[] = [];

  raise(code: string, sentence: string): void {
    this.codes.push(code);
    this.sentences.push(sentence);
  }
}
