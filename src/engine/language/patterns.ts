// Regular expressions of definitions: readable, and none that takes long on a text that almost fits. The rule is short and
// stricter than it would have to be: no repeat and no choice inside a repeated group, and few repeats in a row.
import { LIMITS } from "./bounds.js";

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
/** A repeated character or class and what follows it. Where no character is both, there is one length to try. */
const REPEAT_BEFORE_OTHER = new RegExp(`(${ATOM})[*+](?=[()]?(${ATOM})(?![*?{]))`, "gu");
const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** From a fixed beginning. Without one, each place of a long run of characters would be a beginning. */
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

/** A group with no group inside it, and what repeats it. */
const GROUP = /\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?([^()]*)\)([*+?]\??|\{\d+(?:,\d*)?\}\??)?/;

/**
 * The pattern with `a` for every character or class, and without brackets: what a group holds stands in its place, with
 * `a?` for each further choice and where it may be left out. Undefined where a repeated group holds a repeat or a choice.
 */
function flattened(pattern: string): string | undefined {
  let flat = withoutSureRepeats(pattern)
    .replace(/\\[bB]/g, "")
    // What a group matched, once more, can be as long as the text.
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

/** Steps at the worst on a text of so many characters: each repeat is tried with every length, each choice in every way. */
function stepsOf(flat: string, length: number): number {
  const choices = flat.split("|");
  let ways = choices.length;
  for (const choice of choices)
    for (let at = 0; at < choice.length; at++) {
      REPEAT.lastIndex = at;
      const [found = ""] = REPEAT.exec(choice) ?? [];
      // A repeat at the very end has nothing after it that could fail.
      if (found !== "" && at + found.length < choice.length) ways *= lengthsOf(found, length);
      at += Math.max(0, found.length - 1);
    }
  const isTriedOnce = ways === 1 || choices.every((choice) => choice.startsWith("^"));
  return ways * (isTriedOnce ? 1 : length) + length;
}

/** How many lengths what is repeated can have. */
function lengthsOf(repeat: string, length: number): number {
  if (repeat.startsWith("?")) return 2;
  const [, least = "0", comma = ",", most = ""] = /\{(\d+)(,?)(\d*)/.exec(repeat) ?? [];
  const end = comma === "" ? Number(least) : most === "" ? length : Math.min(Number(most), length);
  return Math.max(1, end - Number(least) + 1);
}
