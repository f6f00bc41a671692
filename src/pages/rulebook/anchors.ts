// Anchors of the rule book's pages: the part of a link behind #, for values, tables, rows and keys of a definition
// file.
import type { Entry, TableDef, ValueDef } from "../../engine/language/model.js";

/** A place of a page. */
export interface Target {
  readonly file: string;
  readonly anchor: string;
}

/** The same for the same place. */
export function keyOf({ file, anchor }: Target): string {
  return `${file}#${anchor}`;
}

/** A shared table is the subject of its page, whatever name it was taken in under. */
export function tableAnchor(table: TableDef): string {
  return table.location.file.startsWith("tables/") ? "table" : table.name;
}

export function rowAnchor(table: TableDef, at: number): string {
  return `${tableAnchor(table)}-row-${at + 1}`;
}

/** The rules of a value with their anchors and numbers, each group before the rules in it. */
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
