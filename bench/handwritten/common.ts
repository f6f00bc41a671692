// Shared code of hand-written tools. Rounding and comparison are the engine's, so that neither side gains.
import { compare } from "../../src/engine/language/numbers.js";

export const { GE, GT } = compare;
export { fixed, round } from "../../src/engine/language/numbers.js";

export const DISCLAIMER =
  "Indicative result from a simplified method and the inputs given; a qualified engineer must validate it before any technical, legal or investment decision.";
