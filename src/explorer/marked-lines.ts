// Finds the lines of a definition that contributed to a result: each marked line and its indented block.
import type { MarkedLine } from "./code-view.js";
import type { Mark } from "./worker/messages.js";

/** A mark with a higher rank wins. */
const RANKS = { value: 0, rule: 1, row: 2 } as const;

export function markedLines(text: string, marks: readonly Mark[]): MarkedLine[] {
  const lines = text.split("\n");
  const kinds = new Map<number, Mark["kind"]>();
  for (const { line, column, kind } of marks) {
    for (const each of blockAt(lines, line, column)) {
      const before = kinds.get(each);
      if (before === undefined || RANKS[before] < RANKS[kind]) kinds.set(each, kind);
    }
  }
  return [...kinds].map(([line, kind]) => ({ line, kind }));
}

/** Returns a line and the following lines that are indented further. */
function blockAt(lines: readonly string[], line: number, column: number): number[] {
  const block = [line];
  for (let at = line + 1; at <= lines.length; at++) {
    const text = lines[at - 1] ?? "";
    const indent = text.search(/\S/);
    if (indent < 0) continue;
    if (indent < column) break;
    block.push(at);
  }
  return block;
}

/** Returns the first line that defines a name, as a key or as the name of a list item. */
export function lineOf(text: string, name: string): number | undefined {
  const at = text.split("\n").findIndex((line) => new RegExp(`^\\s*(- )?${name}:`).test(line));
  return at < 0 ? undefined : at + 1;
}
