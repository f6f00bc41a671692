// Mistakes as edits of lines. Their positions are found by patterns, independent of any tool.

export interface Kind {
  readonly name: string;
  /** Pattern of the first line. */
  readonly line: RegExp;
  /** Number of edited lines; by default one. */
  readonly takes?: number;
  /** Paths of the affected files. */
  readonly files?: RegExp;
  /** The top-level section of the edit. */
  readonly section?: string;
  /** The part of a golden case: input or expectation. */
  readonly casePart?: "input" | "expect";
  /** Returns the edited lines; undefined if the edit would be no mistake. */
  readonly edit: (
    match: RegExpExecArray,
    lines: readonly string[],
    random: () => number,
    file: readonly string[],
  ) => readonly string[] | undefined;
}

type Change = (
  match: RegExpExecArray,
  line: string,
  random: () => number,
  file: readonly string[],
) => string | undefined;

/** An edit within one line. */
export function within(name: string, line: RegExp, change: Change, more: Partial<Kind> = {}): Kind {
  const edit: Kind["edit"] = (match, [first = ""], random, file) => {
    const changed = change(match, first, random, file);
    return changed === undefined ? undefined : [changed];
  };
  return { name, line, edit, ...more };
}

/** Replaces the first group of the match. */
export function instead(to: (word: string, random: () => number) => string): Change {
  return (match, line, random) => {
    const [whole, word = ""] = match;
    const at = match.index + whole.lastIndexOf(word);
    return line.slice(0, at) + to(word, random) + line.slice(at + word.length);
  };
}

/** Swaps two neighbouring letters, or removes one if they are equal. */
export function misspelt(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [one = "", other = ""] = [word[at], word[at + 1]];
  return word.slice(0, at) + (one === other ? one : other + one) + word.slice(at + 2);
}

export const without = () => "";

/** Restricts a change to table rows. */
export function inRow(change: Change): Change {
  return (match, line, random, file) => (isRow(line) ? change(match, line, random, file) : undefined);
}

export const ROW = /^\s+- \{\w+: [^{}]+\}$/;
export const isRow = (line = "") => ROW.test(line) && !/\b(?:when|id|source|code|title|say): /.test(line);
