// Checks licences of sources in sets with a licences.yaml.

import type { Check } from "../engine/checks/check.js";
import type { Report } from "../engine/language/findings.js";
import { didYouMean } from "../engine/language/nearest.js";
import type { ReadSet } from "../engine/read/set.js";
import { UNUSED } from "./unused.js";

export const LICENCE: Check = {
  code: "licence",
  refuses:
    "in a set with a `licences.yaml`, a source without a `licence`, or with one that is not listed there",
  example: "The source handbook names no licence. (add licence: with an entry of licences.yaml)",
};

export function checkLicences({ bibliography, licences }: ReadSet, report: Report): void {
  if (licences === undefined) return;
  const known = new Set(licences.map(({ licence }) => licence.id));
  const named = new Set<string>();
  for (const { source, location, licenceLocation } of bibliography) {
    if (source.licence === undefined)
      report.found(
        LICENCE,
        location,
        `The source ${source.id} names no licence.`,
        "add licence: with an entry of licences.yaml",
      );
    else if (!known.has(source.licence))
      report.found(
        LICENCE,
        licenceLocation,
        `There is no licence ${source.licence}.`,
        didYouMean(source.licence, known),
      );
    else named.add(source.licence);
  }
  for (const { licence, location } of licences)
    if (!named.has(licence.id))
      report.found(UNUSED, location, `No source names the licence ${licence.id}.`, "delete it, or name it");
}
