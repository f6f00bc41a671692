// Table rows in an explanation.
import type { ToolRecord } from "../interpret/record.js";
import type { Source } from "../language/files.js";
import type { ExplainedRow } from "./explanation.js";
import { explainedCitations } from "./rules.js";
import { rowOf } from "./shown-values.js";

/** Returns the rows with these ids; ids of whole tables are skipped. */
export function explainedRows(
  { plan }: ToolRecord,
  sources: ReadonlyMap<string, Source>,
  ids: Iterable<string>,
): Record<string, ExplainedRow> {
  const found: Record<string, ExplainedRow> = {};
  for (const id of ids) {
    const [, name = "", at = ""] = /^table:(\w+)\[(\d+)\]$/.exec(id) ?? [];
    const def = plan.tables.get(name)?.def;
    const row = def?.rows[Number(at)];
    if (def === undefined || row === undefined) continue;
    const cites = def.rowCites[Number(at)] ?? def.cites;
    found[id] = { table: name, row: rowOf(row), citations: explainedCitations(sources, cites) };
  }
  return found;
}
