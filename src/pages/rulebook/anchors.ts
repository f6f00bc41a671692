// Anchors of rule book pages for values, tables, rows and keys of a definition file.
import type { Entry, TableDef, ValueDef } from "../../engine/language/model.js";

/** A location in a page. */
export interface Target {
  readonly file: string;
  readonly anchor: string;
}

/** Returns a map key of a target. */
export function keyOf({ file, anchor }: Target): string {
  return `${file}#${anchor}`;
}

/** A shared table has its own page, so its anchor is independent of local names. */
export function tableAnchor(table: TableDef): string {
  return table.location.file.startsWith("tables/") ? "table" : table.name;
}

export function rowAnchor(table: TableDef, at: number): string {
  return `${tableAnchor(table)}-row-${at + 1}`;
}

/** Yields the rules of a value with anchors and numbers, groups before their rules. */
export function* rulesIn(
  of: ValueDef | Entry,
  anchor: string,
): Generator<readonly [anchor: string, entry: Entry, nth: number]> {
  const entries = "rules" in of ? of.rules : "entries" in of ? of.entries : undefined;
  for (const [at, entry] of (entries ?? []).entries()) {
    const own = `${anchor}-${at + 1}`;
    yield [own, entry, at + 1];
    yield* rulesIn(entry, own);
  }
}
