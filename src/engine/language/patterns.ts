// Refuses regular expressions with long running times. The rule is conservative: no variation inside a repeated group, and
// few repeats in a row.
import { type AST, RegExpParser } from "@eslint-community/regexpp";
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
  if (pattern.length > LIMITS.patternLength)
    return { message: `The regular expression is longer than ${LIMITS.patternLength} characters.` };
  if (!isPattern(pattern)) return { message: "This is not a regular expression." };
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  const isAnchored = alternatives.every(({ elements: [first] }) => isStart(first));
  const { ways, work } = costOfChoice(alternatives, { length, isAnchored });
  if (!Number.isFinite(ways))
    return {
      message:
        "This regular expression can take exponential time: it repeats a group that can match in several ways.",
      hint: "inside a repeated group, use neither *, +, ?, {n,m} nor |",
    };
  const starts = isAnchored ? 1 : length;
  if (work * starts + length <= LIMITS.patternSteps) return undefined;
  return {
    message: `This regular expression can take more than ${LIMITS.patternSteps} steps on a text of ${length} characters.`,
    hint: "begin it with ^, use fewer repeats, or allow shorter texts",
  };
}

/** In how many ways a part can match at one position (infinite if exponential), and the steps to try them all. */
interface Cost {
  readonly ways: number;
  readonly work: number;
  /** The part of the work that consumes no text. */
  readonly looks: number;
}

interface Context {
  readonly length: number;
  /** Otherwise every position of a long run could be a start. */
  readonly isAnchored: boolean;
}

function isStart(element: AST.Element | undefined): boolean {
  return element?.type === "Assertion" && element.kind === "start";
}

function costOfChoice(alternatives: readonly AST.Alternative[], context: Context): Cost {
  const costs = alternatives.map(({ elements }) => costOfSequence(elements, context));
  const sum = (name: keyof Cost) => costs.reduce((all, cost) => all + cost[name], 0);
  return { ways: sum("ways"), work: sum("work"), looks: sum("looks") };
}

/** Each way to match the elements before is followed by the work of the next one. */
function costOfSequence(elements: readonly AST.Element[], context: Context): Cost {
  let [ways, work, looks] = [1, 0, 0];
  for (const element of elements) {
    const cost = costOf(element, context);
    work += ways * cost.work;
    looks += ways * cost.looks;
    ways *= cost.ways;
  }
  return { ways, work, looks };
}

function costOf(element: AST.Element, context: Context): Cost {
  if (element.type === "Quantifier") return costOfRepeat(element, context);
  // The referenced group can be as long as the text.
  if (element.type === "Backreference") return { ways: context.length + 1, work: context.length, looks: 0 };
  if (!("alternatives" in element)) return { ways: 1, work: 1, looks: 0 };
  // A lookbehind matches backwards, so its successors are no successors.
  const isForward = element.type !== "Assertion" || element.kind === "lookahead";
  const cost = costOfChoice(element.alternatives, isForward ? context : { ...context, isAnchored: false });
  return element.type === "Assertion" ? { ...cost, looks: cost.work } : cost;
}

function costOfRepeat(repeat: AST.Quantifier, context: Context): Cost {
  const { element, min, max } = repeat;
  const { ways, work, looks } = costOf(element, context);
  const most = Math.max(min, Math.min(max, context.length));
  if (most > 1 && ways > 1) return { ways: Number.POSITIVE_INFINITY, work, looks };
  const next = successor(repeat);
  // A repeat at the end cannot fail afterwards.
  if (next === undefined) return { ways: 1, work: min * work + most * looks, looks: most * looks };
  const isSure = context.isAnchored && most > 1 && next !== null && areDisjoint(element, next);
  return {
    ways: isSure ? 1 : most - min + ways,
    work: most > 1 ? Math.min(context.length, most * work) + most * looks : work,
    looks: most * looks,
  };
}

/**
 * Returns the element that must match after a repeat: undefined at the end of the pattern, null if there is no such single
 * element.
 */
function successor(element: AST.Element | AST.Group | AST.CapturingGroup): AST.Element | null | undefined {
  const { parent } = element;
  if (parent.type !== "Alternative") return null;
  const next = parent.elements[parent.elements.indexOf(element) + 1];
  if (next !== undefined) return firstOf(next);
  const group = parent.parent;
  if (group.type === "Pattern") return undefined;
  return group.type === "Assertion" ? null : successor(group);
}

/** Returns the first character or class of an element that matches at least once. */
function firstOf(element: AST.Element): AST.Element | null {
  if (element.type === "Quantifier") return element.min > 0 ? firstOf(element.element) : null;
  if (element.type !== "Group" && element.type !== "CapturingGroup") return element;
  const [only, ...others] = element.alternatives;
  const [first] = only?.elements ?? [];
  return first === undefined || others.length > 0 ? null : firstOf(first);
}

/** Returns whether two elements are single characters or classes without a common character. */
function areDisjoint(one: AST.Element, other: AST.Element): boolean {
  const [first, second] = [rangesOf(one), rangesOf(other)];
  return first.every(([low, high]) => second.every(([from, to]) => high < from || to < low));
}

type Ranges = readonly (readonly [low: number, high: number])[];
const LAST = 0x10ffff;
const ALL: Ranges = [[0, LAST]];
const NAMED: Readonly<Record<string, Ranges>> = {
  digit: [[0x30, 0x39]],
  word: ["09", "AZ", "__", "az"].map((range) => [range.charCodeAt(0), range.charCodeAt(1)] as const),
  space: [
    ...[[0x09, 0x0d] as const, [0x20, 0x20] as const, [0xa0, 0xa0] as const, [0x1680, 0x1680] as const],
    ...[[0x2000, 0x200a] as const, [0x2028, 0x2029] as const, [0x202f, 0x202f] as const],
    ...[[0x205f, 0x205f] as const, [0x3000, 0x3000] as const, [0xfeff, 0xfeff] as const],
  ],
};

/** Returns the characters that an element can match, or more. */
function rangesOf(element: AST.Element | AST.CharacterClassElement): Ranges {
  switch (element.type) {
    case "Character":
      return [[element.value, element.value]];
    case "CharacterClassRange":
      return [[element.min.value, element.max.value]];
    case "CharacterSet": {
      const named = NAMED[element.kind];
      return named === undefined || !("negate" in element) ? ALL : element.negate ? without(named) : named;
    }
    case "CharacterClass": {
      const inside = element.elements.flatMap(rangesOf);
      if (!element.negate) return inside;
      // More than the excluded characters are excluded if a property is read as every character.
      const isExact = element.elements.every((each) => each.type !== "CharacterSet" || each.kind in NAMED);
      return isExact ? without(inside) : ALL;
    }
    default:
      return ALL;
  }
}

function without(ranges: Ranges): Ranges {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [low, high] of ranges.toSorted(([a], [b]) => a - b)) {
    if (low > next) rest.push([next, low - 1]);
    next = Math.max(next, high + 1);
  }
  return next > LAST ? rest : [...rest, [next, LAST]];
}
