// Checks the bibliography: unused sources, due reviews, and missing editions.

import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import type { ToolDef } from "../engine/language/model.js";
import { didYouMean } from "../engine/language/nearest.js";
import type { ReadSet } from "../engine/read/set.js";
import type { Common, ListedSource } from "../engine/read/set-facts.js";
import { CITATION } from "./citations.js";
import { UNUSED } from "./unused.js";

export const REVIEW: Check = {
  code: "review",
  refuses: "a source with a `review_by` before the edition of the set, a tool or table with a later edition",
  example:
    "The source handbook was to be reviewed by 2026-05-01, before the edition 2026-11-01 of the set. (look at the source again, then move review_by)",
};

/** Checks that every cited source exists. */
export function checkCited({ files }: ToolDef, { bibliography, uses }: ReadSet, report: Report): void {
  const ids = new Set(bibliography.map(({ source }) => source.id));
  for (const [id, places] of uses) {
    if (ids.has(id)) continue;
    const hint = didYouMean(id, ids, "add it to sources.yaml");
    for (const { location, isInherited } of places)
      if (isInherited === undefined && files.includes(location.file))
        report.found(CITATION, location, `There is no source ${id}.`, hint);
  }
}

export function checkUnusedSources({ bibliography, uses }: ReadSet, report: Report): void {
  for (const { source, location } of bibliography)
    if (!uses.has(source.id))
      report.found(UNUSED, location, `Nothing cites the source ${source.id}.`, "delete it, or cite it");
}

/** Evidence that appears in editions; acts have the year in their titles, and judgements have no edition. */
const IN_EDITIONS: ReadonlySet<unknown> = new Set(["standard", "published", "guidance"]);
const YEAR = /\b(?:19|20)\d\d\b/;

/** A clause is only meaningful with its edition. */
export function checkSourceEditions(bibliography: readonly ListedSource[], report: Report): void {
  for (const { source, location } of bibliography) {
    const { id, title, reference, date, evidence } = source;
    if (!IN_EDITIONS.has(evidence) || reference !== undefined || date !== undefined || YEAR.test(title))
      continue;
    const message = `The source ${id} does not name its edition.`;
    report.found(CITATION, location, message, "add reference: number, edition or year, or date:");
  }
}

/** Reviews must be done before the edition of the set. */
export function checkReviews(bibliography: readonly ListedSource[], common: Common, report: Report): void {
  const { edition } = common;
  const due = bibliography.filter(({ source }) => String(source.review_by) < edition);
  if (due.length > 1 && due.length === bibliography.length) {
    const last = due.map(({ source }) => String(source.review_by)).reduce((a, b) => (a > b ? a : b));
    const message = `The edition ${edition} of the set lies after the day by which each source was to be reviewed, at last ${last}.`;
    report.found(REVIEW, common.editionLocation, message, "mend the edition, or review the sources first");
    return;
  }
  for (const { source, reviewLocation } of due) {
    report.found(
      REVIEW,
      reviewLocation,
      `The source ${source.id} was to be reviewed by ${String(source.review_by)}, before the edition ${edition} of the set.`,
      "look at the source again, then move review_by",
    );
  }
}

/** Editions of tools and tables must not be after the edition of the set. */
export function checkEditions({ tools, shared }: ReadSet, { edition }: Common, report: Report): void {
  const stated = [
    ...tools,
    ...[...shared.values()].map(({ sections, ...own }) => ({ at: sections.table.at, edition: own.edition })),
  ];
  for (const { at, edition: own } of stated) {
    if (own <= edition) continue;
    const location = at.of("edition");
    const hint = "mend it, or raise the edition in common.yaml first";
    report.found(REVIEW, location, `The edition ${own} lies after that of the set, ${edition}.`, hint);
  }
}
