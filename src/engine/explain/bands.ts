// Limits of rows in tables of bands.
import type { TableDef } from "../language/model.js";

/** Returns the limits of a row; undefined for a table without bands. */
export function bandOf(
  { keys, rows }: TableDef,
  at: number,
): readonly [number | null, number | null] | undefined {
  const key = keys.find(({ kind }) => ["at_most", "below", "at_least", "above"].includes(kind));
  const column = key?.columns[0];
  const row = rows[at];
  if (key === undefined || column === undefined || row === undefined) return undefined;
  const own = limitOf(row[column]);
  const others = keys.flatMap((other) => (other === key ? [] : other.columns));
  const beside = rows
    .filter((each) => others.every((name) => String(each[name]) === String(row[name])))
    .flatMap((each) => limitOf(each[column]) ?? []);
  if (key.kind === "at_most" || key.kind === "below") {
    const lower = beside.filter((limit) => own === null || limit < own);
    return [lower.length === 0 ? null : Math.max(...lower), own];
  }
  const higher = beside.filter((limit) => own === null || limit > own);
  return [own, higher.length === 0 ? null : Math.min(...higher)];
}

/** Returns a finite limit, or null. */
function limitOf(cell: unknown): number | null {
  return typeof cell === "number" && Number.isFinite(cell) ? cell : null;
}
