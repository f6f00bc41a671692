// Refuses regular expressions with long running times. The rule is simple and conservative: no repeat and no choice
// inside a repeated group, and few repeats in a row.
import { LIMITS } from "./bounds.js";

/** Requires a non-space character. */
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

/** Returns the fault of a pattern for texts up to this length. */
export function patternFault(pattern: string, length: number): PatternFault | undefined {
  if (!isPattern(pattern)) return { message: "This is not a regular expression." };
  if (pattern.length > LIMITS.patternLength)
    return { message: `The regular expression is longer than ${LIMITS.patternLength} characters.` };
  const flat = flattened(pattern);
  if (flat === undefined)
    return {
      message:
        "This regular expression can take exponential time: it repeats a group that can match in several ways.",
      hint: "inside a repeated group, use neither *, +, ?, {n,m} nor |",
    };
  if (stepsOf(flat, length) <= LIMITS.patternSteps) return undefined;
  return {
    message: `This regular expression can take more than ${LIMITS.patternSteps} steps on a text of ${length} characters.`,
    hint: "begin it with ^, use fewer repeats, or allow shorter texts",
  };
}

const REPEAT = /([*+?]|\{\d+(?:,\d*)?\})\??/y;
const MANY = /^(?:[*+]|\{\d+(?:,\d*)?\})/;
const ATOM = "\\[(?:\\\\.|[^\\]\\\\])*\\]|\\\\[dDwWsS]|[\\w-]";
/**
 * A repeated character or class and its successor. If they have no character in common, there is only one length to
 * try.
 */
const REPEAT_BEFORE_OTHER = new RegExp(`(${ATOM})[*+](?=[()]?(${ATOM})(?![*?{]))`, "gu");
const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** Only for anchored patterns. Otherwise every position of a long run could be a start. */
function withoutSureRepeats(pattern: string): string {
  if (!pattern.startsWith("^")) return pattern;
  return pattern.replace(REPEAT_BEFORE_OTHER, (whole, repeated: string, next: string) =>
    meet(repeated, next) ? whole : repeated,
  );
}

function meet(...atoms: readonly string[]): boolean {
  const sets = atoms.map((atom) => new RegExp(`^${atom}$`, "u"));
  return (
    ASCII.some((character) => sets.every((set) => set.test(character))) ||
    atoms.every((atom) => /\^|\\[DWS]/.test(atom))
  );
}

/** An innermost group with its quantifier. */
const GROUP = /\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?([^()]*)\)([*+?]\??|\{\d+(?:,\d*)?\}\??)?/;

/**
 * Simplifies a pattern: `a` for every character or class, groups inlined, `a?` for each further choice and for
 * optional groups. Returns undefined if a repeated group contains a repeat or choice.
 */
function flattened(pattern: string): string | undefined {
  let flat = withoutSureRepeats(pattern)
    .replace(/\\[bB]/g, "")
    // A backreference can be as long as the text.
    .replace(/\\(?:[1-9]\d*|k<[^>]*>)/g, "a*")
    .replace(/\[(?:\\.|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|u.{4}|x..|c.|.)/gsu, "a");
  for (let group = GROUP.exec(flat); group !== null; group = GROUP.exec(flat)) {
    const [whole, inside = "", repeat = ""] = group;
    const varies = /[*+?|]|\{\d+,/.test(inside);
    if (varies && MANY.test(repeat)) return undefined;
    const once = `${inside.replaceAll("|", "a?")}${repeat === "" ? "" : "a?"}`;
    const many = MANY.test(repeat) ? `a${repeat}` : once;
    flat = flat.slice(0, group.index) + many + flat.slice(group.index + whole.length);
  }
  return flat;
}

/** Returns the worst-case steps for a text length: each repeat with every length, each choice in every way. */
function stepsOf(flat: string, length: number): number {
  const choices = flat.split("|");
  let ways = choices.length;
  for (const choice of choices)
    for (let at = 0; at < choice.length; at++) {
      REPEAT.lastIndex = at;
      const [found = ""] = REPEAT.exec(choice) ?? [];
      // A final repeat cannot fail afterwards.
      if (found !== "" && at + found.length < choice.length) ways *= lengthsOf(found, length);
      at += Math.max(0, found.length - 1);
    }
  const isTriedOnce = ways === 1 || choices.every((choice) => choice.startsWith("^"));
  return ways * (isTriedOnce ? 1 : length) + length;
}

/** Returns the number of possible lengths of a repeat. */
function lengthsOf(repeat: string, length: number): number {
  if (repeat.startsWith("?")) return 2;
  const [, least = "0", comma = ",", most = ""] = /\{(\d+)(,?)(\d*)/.exec(repeat) ?? [];
  const end = comma === "" ? Number(least) : most === "" ? length : Math.min(Number(most), length);
  return Math.max(1, end - Number(least) + 1);
}
