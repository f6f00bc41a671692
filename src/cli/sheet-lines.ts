// Lines of a terminal sheet: wrapped texts, names with their values in two columns, citations.
import type { ExplainedCitation } from "../engine/reference/explanation.js";
import { citedTitle, withClause } from "../pages/sheet/references.js";
import { inLines } from "./style.js";

const WIDTH = 110;
/** Names that are longer push their own value out and no other. */
const NAME_WIDTH = 36;

/** The same on every terminal. */
export function wrap(text: string, first: string, rest: string): string[] {
  return inLines(text, first, rest, WIDTH);
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
