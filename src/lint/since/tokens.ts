// Splits YAML text into tokens with their positions and keys, for comparisons of two versions.
import type { DefinitionFile } from "../../engine/language/files.js";

export interface TextToken {
  readonly text: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

const TOKEN =
  /\d{4}-\d\d-\d\d|\d(?:[\d,._]*\d)?(?:e[+-]?\d+)?(?![\p{L}_])|[\p{L}\p{N}_]+|<=|>=|==|!=|\?\?|[^\s\p{L}\p{N}]/gu;

/** Splits lines; `from` is the number of the first. */
export function tokensOf(lines: readonly string[], from: number): TextToken[] {
  return lines.flatMap((line, at) =>
    [...line.matchAll(TOKEN)].map(({ 0: text, index }) => ({ text, line: from + at, column: index + 1 })),
  );
}

/** What a piece of a definition is for. */
export type Use = "comment" | "citation" | "upkeep" | "sentence" | "code";

const CITATIONS: ReadonlySet<string> = new Set(["cite", "at", "url", "reference", "standard_reference"]);
const UPKEEP: ReadonlySet<string> = new Set([
  "version",
  "edition",
  "review_by",
  "publisher",
  "licence",
  "id",
]);
const SENTENCES: ReadonlySet<string> = new Set(
  "title description say note text because assumption questions also recommendations disclaimer sheet".split(
    " ",
  ),
);
const FORMULAS: ReadonlySet<string> = new Set(
  "formula when where met applies ratio by constant unit".split(" "),
);
/** Words side by side, apart from those of formulas. */
const PROSE = /(?<![\w"'])(?!(?:and|or|not|if)\b)\p{L}[\p{L}’'-]* (?!(?:and|or|not|if)\b)\p{L}+(?![\w(])/u;
const KEY = /(?:^|[\s{,])"?([\w.-]+)"?:(?=\s|$)/g;

/** The lines of a file, with lookups of the keys around a position. */
export class Lines {
  readonly lines: readonly string[];

  constructor(readonly file: DefinitionFile) {
    this.lines = file.text.split("\n");
  }

  at(line: number): string {
    return this.lines[line - 1] ?? "";
  }

  /** Returns the keys around a position, the innermost first, with the line of each. */
  keys(line: number, column: number): { readonly key: string; readonly line: number }[] {
    const found = keysIn(this.at(line).slice(0, column)).map((key) => ({ key, line }));
    let depth = depthOf(this.at(line));
    for (let above = line - 1; above > 0 && depth > 0; above--) {
      const text = this.at(above);
      if (text.trim() === "" || /^\s*#/.test(text) || depthOf(text) >= depth) continue;
      depth = depthOf(text);
      found.push(
        ...keysIn(text)
          .map((key) => ({ key, line: above }))
          .slice(-1),
      );
    }
    return found;
  }

  use({ line, column }: Pick<TextToken, "line" | "column">): Use {
    const before = this.at(line).slice(0, column);
    if (/(?:^|\s)#/.test(before.replaceAll(/"[^"]*"/g, ""))) return "comment";
    const keys = this.keys(line, column).map(({ key }) => key);
    const key = keys[0] ?? "";
    if (UPKEEP.has(key)) return "upkeep";
    if (CITATIONS.has(key)) return "citation";
    if (SENTENCES.has(key)) return "sentence";
    if (FORMULAS.has(key)) return "code";
    return PROSE.test(valueAround(this.at(line), column)) ? "sentence" : "code";
  }

  /** Returns the text of the sentence or entry around a line. */
  around(line: number): string {
    return [line - 1, line, line + 1].map((each) => this.at(each)).join(" ");
  }

  /** Returns the citations of a line as written, the nearest first, up to the one that names a source. */
  citations(line: number): string[] {
    const found: string[] = [];
    let depth = depthOf(this.at(line)) + 1;
    for (const at of [line, ...this.siblings(line), ...this.above(line)]) {
      const text = this.at(at);
      if (at < line && depthOf(text) > depth) continue;
      depth = Math.min(depth, depthOf(text) + (at === line ? 1 : 0));
      const [, key, cited] = CITED.exec(text) ?? [];
      if (cited !== undefined) found.push(cited.trim());
      if (key === "cite") break;
    }
    return found;
  }

  /** Returns the next lines of the same mapping. */
  private siblings(line: number): number[] {
    const depth = depthOf(this.at(line));
    const next = [line + 1, line + 2, line + 3];
    const end = next.findIndex((at) => depthOf(this.at(at)) !== depth || /^\s*- |^\S/.test(this.at(at)));
    return next.slice(0, end < 0 ? next.length : end);
  }

  private above(line: number): number[] {
    return Array.from({ length: line - 1 }, (_, at) => line - 1 - at).filter(
      (at) => this.at(at).trim() !== "",
    );
  }
}

const CITED = /(?:^|[\s{,])(cite|at): *("[^"]*"|\[[^\]]*\]|[^,}\n]+)/;

function keysIn(text: string): string[] {
  return [...text.matchAll(KEY)].map(([, key = ""]) => key).reverse();
}

function valueAround(line: string, column: number): string {
  const from = Math.max(
    0,
    ...[...line.slice(0, column).matchAll(KEY)].map(({ index, 0: key }) => index + key.length),
  );
  const rest = line.slice(from);
  return (
    rest.slice(0, Math.max(column - from, 0)) +
    rest.slice(Math.max(column - from, 0)).replace(/(?:,\s*\w+:\s|\s#).*$/, "")
  );
}

/** Returns the indentation; a dash of a list counts as indentation. */
function depthOf(line: string): number {
  return /^[\s-]*/.exec(line)?.[0].length ?? 0;
}
