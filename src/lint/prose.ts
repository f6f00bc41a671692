// Checks texts: clauses of laws need a source, and texts on future law need weaker evidence; braces in shared tables
// are not filled.

import type { Check } from "../engine/checks/check.js";
import { leavesOf } from "../engine/language/entries.js";
import type { Report } from "../engine/language/findings.js";
import type { Location } from "../engine/language/locations.js";
import type { Citation, Entry, ToolDef } from "../engine/language/model.js";
import type { ReadSet } from "../engine/read/set.js";
import type { ListedSource } from "../engine/read/set-facts.js";

export const PROSE: Check = {
  code: "prose",
  isRemark: true,
  refuses:
    "a sentence that names a clause and cites no source; a text that says `not yet law` and cites nothing of the evidence `policy` or `judgement`; a text that reads as a formula; braces in a cell of a shared table",
  example: "The sentence names Art. 5 and cites no source. (add cite: source clause)",
};

const CLAUSE = /\b(?:Arts?\.?|Articles?|sections?|ss?\.|regs?\.|cl\.|clause) ?\d+/;
const NOT_LAW = /\bnot (?:yet )?law\b/i;
const WEAKER: ReadonlySet<unknown> = new Set(["policy", "judgement"]);

export function checkClauses({ values }: ToolDef, report: Report): void {
  for (const value of values)
    if (value.kind === "collect" && value.list !== "standard_reference")
      for (const { cites, location, text } of sentencesIn(value.entries)) {
        const clause = cites.length === 0 ? CLAUSE.exec(text)?.[0] : undefined;
        if (clause === undefined) continue;
        const message = `The sentence names ${clause} and cites no source.`;
        report.found(PROSE, location(), message, "add cite: source clause");
      }
}

/** A text on future law cites the announcement, so that the author finds it once it is law. */
export function checkNotYetLaw(
  { tables, values }: ToolDef,
  bibliography: readonly ListedSource[],
  report: Report,
): void {
  const weaker = new Set(
    bibliography.flatMap(({ source }) => (WEAKER.has(source.evidence) ? [source.id] : [])),
  );
  const check = ({ text, cites, location }: Sentence) => {
    const written = NOT_LAW.exec(text)?.[0];
    const isCited = cites.some((cite) => WEAKER.has(cite.evidence) || weaker.has(cite.source));
    if (written === undefined || isCited) return;
    const message = `The text says "${written}" and cites no announcement.`;
    report.found(PROSE, location(), message, "cite the announcement, or state the present law");
  };
  for (const { rows, rowCites, rowLocations, location } of tables.values())
    rows.forEach((row, at) => {
      for (const [column, text] of Object.entries(row))
        if (typeof text === "string") {
          const place = () => rowLocations[at]?.(column) ?? location;
          check({ text, cites: rowCites[at] ?? [], location: place });
        }
    });
  for (const value of values)
    if (value.kind === "collect" || value.kind === "decide") sentencesIn(value.entries).forEach(check);
}

interface Sentence {
  readonly text: string;
  readonly cites: readonly Citation[];
  readonly location: () => Location;
}

function sentencesIn(entries: readonly Entry[]): Sentence[] {
  return leavesOf(entries).flatMap(({ entry: { give, cites } }) => {
    if (give?.kind !== "text") return [];
    const { it, at, key } = give.template;
    const text = it.parts.filter((part) => typeof part === "string").join("");
    return [{ text, cites, location: () => at.of(key) }];
  });
}

const BRACES = /\{[a-z_]\w*(?:\(\w*\))?(?::,?\d+)?\}/;

/** Shared tables have no constants, so braces in their cells stay unfilled. */
export function checkUnfilled({ shared }: ReadSet, report: Report): void {
  for (const { sections } of shared.values()) {
    const { rows, rowLocations, location } = sections.table;
    rows.forEach((row, at) => {
      for (const [column, cell] of Object.entries(row)) {
        const [braces] = BRACES.exec([cell].flat().join(" ")) ?? [];
        if (braces === undefined) continue;
        const message = `Nothing fills ${braces}: a shared table has no constants.`;
        const place = rowLocations[at]?.(column) ?? location;
        report.found(PROSE, place, message, "write the complete text");
      }
    });
  }
}
