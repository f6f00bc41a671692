// What tools written by hand share. Rounding and comparing are the engine's own, so that neither side of the measurement
// gains by them.
import { compare } from "../../src/engine/language/numbers.js";

export const { GE, GT } = compare;
export { fixed, round } from "../../src/engine/language/numbers.js";

export const DISCLAIMER =
  "Indicative result from a simplified method and the inputs given; a qualified engineer must validate it before any technical, legal or investment decision.";
