// Cells that were changed in a spreadsheet and have no source yet: `plumbline table import` leaves a comment above each, and it
// counts as a number without a source until somebody has cited one and deleted the comment.
import type { DefinitionFile } from "../engine/language/files.js";
import type { Report } from "../engine/language/findings.js";
import { locator } from "../engine/read/yaml.js";
import { UNCITED } from "./citations.js";

export const SOURCE_WANTED = "# source wanted:";
const LINE = new RegExp(`^[ \\t]*(${SOURCE_WANTED})[ \\t]*(.*)$`, "gm");

export function checkWanted(files: Iterable<DefinitionFile>, report: Report): void {
  for (const { path, text } of files) {
    if (!text.includes(SOURCE_WANTED)) continue;
    const at = locator(path, text);
    for (const { 0: line, 1: mark = "", 2: what = "", index } of text.matchAll(LINE))
      report.error(
        UNCITED.code,
        at(index + line.indexOf(mark)),
        `The table was changed here and its source was not: ${what.trim()}.`,
        "cite what it rests on now, then delete this comment",
      );
  }
}
