// A kind of mistake as an edit of the lines of a file. None knows a tool: where a kind can be made is found by what stands in
// a line.

export interface Kind {
  readonly name: string;
  /** What the first of the lines must look like. */
  readonly line: RegExp;
  /** Lines that the edit takes; one without it. */
  readonly takes?: number;
  /** Paths of the files that it is made in. */
  readonly files?: RegExp;
  /** The section of the file, a key without indent, that it is made in. */
  readonly section?: string;
  /** The part of a golden case that it is made in: its input, or what it expects. */
  readonly casePart?: "input" | "expect";
  /** The lines with the mistake; undefined where it would be none. */
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

/** The first group of the match replaced. */
export function instead(to: (word: string, random: () => number) => string): Change {
  return (match, line, random) => {
    const [whole, word = ""] = match;
    const at = match.index + whole.lastIndexOf(word);
    return line.slice(0, at) + to(word, random) + line.slice(at + word.length);
  };
}

/** Two neighbouring letters changed places, or one is lost where they are the same. */
export function misspelt(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [one = "", other = ""] = [word[at], word[at + 1]];
  return word.slice(0, at) + (one === other ? one : other + one) + word.slice(at + 2);
}

export const without = () => "";

/** The same in the row of a table alone. */
export function inRow(change: Change): Change {
  return (match, line, random, file) => (isRow(line) ? change(match, line, random, file) : undefined);
}

export const ROW = /^\s+- \{\w+: [^{}]+\}$/;
export const isRow = (line = "") => ROW.test(line) && !/\b(?:when|id|source|code|title|say): /.test(line);
