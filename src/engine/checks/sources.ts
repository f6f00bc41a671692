// The bibliography: which source nothing cites, and which one is due for review.
import type { Report } from "../language/findings.js";
import type { ListedSource, ReadSet } from "../read/set.js";
import type { Check } from "./check.js";

export const REVIEW: Check = {
  code: "review",
  refuses: "a source whose `review_by` lies before the edition of the set",
  example:
    "The source handbook was to be reviewed by 2026-05-01, before the edition 2026-11-01 of the set. (look at the source again, then move review_by)",
};

export function checkUnusedSources({ bibliography, uses }: ReadSet, report: Report): void {
  for (const { source, location } of bibliography)
    if (!uses.has(source.id))
      report.error("unused", location, `Nothing cites the source ${source.id}.`, "delete it, or cite it");
}

/** A source must have been looked at again before the set claims to be current to a later day. */
export function checkReviews(bibliography: readonly ListedSource[], edition: string, report: Report): void {
  for (const { source, reviewLocation } of bibliography) {
    if (String(source.review_by) >= edition) continue;
    report.error(
      "review",
      reviewLocation,
      `The source ${source.id} was to be reviewed by ${String(source.review_by)}, before the edition ${edition} of the set.`,
      "look at the source again, then move review_by",
    );
  }
}
