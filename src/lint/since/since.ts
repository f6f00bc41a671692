// Compares a set with an earlier version of it, for a reviewer: copies that were left behind, and small edits in doubt.
import type { DefinitionFile } from "../../engine/language/files.js";
import { copiesLeft } from "./copies.js";
import { changesBetween, type Doubt } from "./edits.js";

import { slipsIn } from "./slips.js";

export function doubtsSince(before: readonly DefinitionFile[], after: readonly DefinitionFile[]): Doubt[] {
  const versions = { before: byPath(before), after: byPath(after) };
  const changes = changesBetween(versions.before, versions.after);
  return [...copiesLeft(changes, versions), ...slipsIn(changes, versions)];
}

/** Plans of access state no facts. */
function byPath(files: readonly DefinitionFile[]): ReadonlyMap<string, DefinitionFile> {
  return new Map(files.flatMap((file) => (file.path === "plans.yaml" ? [] : [[file.path, file]])));
}
