// Sets of characters, as far as comparing the parts of a regular expression needs them. Each part is tried on the few
// characters at which one of them can begin or end to match: two that have none of these in common have none at all.
export type CharSet = ReadonlySet<string>;

export const NONE: CharSet = new Set();
/** Whatever it may be: has something in common with every set but none. */
export const ALL: CharSet = new Set(["any"]);

/** Where the classes that a letter after a backslash names, and the full stop, begin and end beyond ASCII. */
const ENDS = [0xa0, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff];
const LAST = 0x10ffff;

/** The characters that tell the parts of a pattern apart: those that stand in it, the ends of classes, and their neighbours. */
export function tellingIn(pattern: string): readonly string[] {
  const written = pattern.replace(/\\(?:u\{(\w+)\}|u(\w{4})|x(\w{2})|.)/gs, (whole, ...codes: unknown[]) => {
    const code = codes.slice(0, 3).find((each) => each !== undefined);
    return code === undefined ? whole : String.fromCodePoint(Number.parseInt(String(code), 16));
  });
  const ends = [...ENDS, ...[...written].map((character) => character.codePointAt(0) ?? 0)];
  const codes = ends.flatMap((end) => [end - 1, end, end + 1]).filter((code) => code >= 0 && code <= LAST);
  return [...new Set([...Array(128).keys(), ...codes])].map((code) => String.fromCodePoint(code));
}

/** What one character or class of them matches; one of a property is taken for any. */
export function setOf(atom: string, telling: readonly string[]): CharSet {
  if (/\\p\{/i.test(atom)) return ALL;
  const fits = new RegExp(`^${atom}$`, "u");
  return new Set(telling.filter((character) => fits.test(character)));
}

export function union(...sets: readonly CharSet[]): CharSet {
  return sets.includes(ALL) ? ALL : new Set(sets.flatMap((set) => [...set]));
}

export function meet(a: CharSet, b: CharSet): boolean {
  if (a === ALL || b === ALL) return a.size > 0 && b.size > 0;
  return [...a].some((character) => b.has(character));
}
