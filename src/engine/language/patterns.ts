// Regular expressions of definitions: readable, and none that takes long on a text that almost fits.
import { LIMITS } from "./bounds.js";
import { partsOf } from "./patterns/parts.js";
import { isExponential, stepsOf } from "./patterns/work.js";

/** Something besides spaces. */
export const NOT_BLANK = "\\S";

export interface PatternFault {
  readonly message: string;
  readonly hint?: string;
}

export function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with a pattern for texts of at most so many characters. */
export function patternFault(pattern: string, length: number): PatternFault | undefined {
  if (!isPattern(pattern)) return { message: "This is not a regular expression." };
  if (pattern.length > LIMITS.patternLength)
    return { message: `The regular expression is longer than ${LIMITS.patternLength} characters.` };
  const parts = partsOf(pattern);
  if (isExponential(parts))
    return {
      message:
        "This regular expression can take exponential time: it repeats a group that can match in several ways.",
      hint: "inside a repeated group, use neither *, +, ?, {n,m} nor |",
    };
  if (stepsOf(parts, length) <= LIMITS.patternSteps) return undefined;
  return {
    message: `This regular expression can take more than ${LIMITS.patternSteps} steps on a text of ${length} characters.`,
    hint: "begin it with ^, let repeats that follow each other match different characters, or allow shorter texts",
  };
}
