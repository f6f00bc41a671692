// Lines of a terminal sheet: wrapped texts, names with their values in two columns, citations.
import type { ExplainedCitation } from "../engine/reference/explanation.js";
import { citedTitle, withClause } from "../pages/sheet/references.js";

const WIDTH = 110;
/** Names that are longer push their own value out and no other. */
const NAME_WIDTH = 36;

export function wrap(text: string, first: string, rest: string): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(/[ \t\n]+/)) {
    if (line.length + word.length + 1 > WIDTH && line.trim() !== "") {
      lines.push(line);
      line = rest;
    }
    line += line === first || line === rest ? word : ` ${word}`;
  }
  return [...lines, line];
}

export function aligned(pairs: readonly (readonly [name: string, value: string])[]): string[] {
  const width = Math.min(NAME_WIDTH, Math.max(0, ...pairs.map(([name]) => name.length)));
  return pairs.flatMap(([name, value]) => wrap(value, `  ${name.padEnd(width)}  `, " ".repeat(width + 4)));
}

export function citationLines(citations: readonly ExplainedCitation[], indent: string): string[] {
  return withClause(citations).flatMap(({ title, reference, clause, evidence }) =>
    wrap(
      `[${evidence.replaceAll("_", " ")}] ${citedTitle(title, reference)}, ${clause}`,
      indent,
      `${indent}  `,
    ),
  );
}
