// Sets of characters as ranges of code points, as far as comparing the parts of a regular expression needs them.
export type CharSet = readonly (readonly [from: number, to: number])[];

const LAST = 0x10ffff;

export const NONE: CharSet = [];
export const ALL: CharSet = [[0, LAST]];

export function one(code: number): CharSet {
  return [[code, code]];
}

export function union(...sets: readonly CharSet[]): CharSet {
  const sorted = sets.flat().sort(([a], [b]) => a - b);
  const joined: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** Every character that the set does not hold. */
export function others(set: CharSet): CharSet {
  const rest: [number, number][] = [];
  let from = 0;
  for (const [first, last] of union(set)) {
    if (first > from) rest.push([from, first - 1]);
    from = last + 1;
  }
  if (from <= LAST) rest.push([from, LAST]);
  return rest;
}

export function meet(a: CharSet, b: CharSet): boolean {
  return a.some(([from, to]) => b.some(([first, last]) => from <= last && first <= to));
}

const DIGITS: CharSet = [[0x30, 0x39]];
const WORD: CharSet = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const LINE_ENDS: CharSet = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
const SPACE: CharSet = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

/** What a full stop matches. */
export const ANY_BUT_LINE_ENDS = others(LINE_ENDS);

/** The classes that a letter after a backslash names. */
export const CLASSES: Readonly<Record<string, CharSet>> = {
  d: DIGITS,
  D: others(DIGITS),
  w: WORD,
  W: others(WORD),
  s: SPACE,
  S: others(SPACE),
};
