// Inputs and results as CSV, one name and value per line.
import { isRecord } from "../json/objects.js";
import { csvCell } from "../tables/csv.js";
import { guarded } from "../wording/formulas.js";

type Cell = readonly [path: string, value: unknown];

export function leaves(value: unknown, path = ""): Cell[] {
  const inside = (entries: readonly (readonly [string | number, unknown])[]) =>
    entries.flatMap(([name, inner]) => leaves(inner, path === "" ? String(name) : `${path}.${name}`));
  if (isRecord(value)) return inside(Object.entries(value));
  if (Array.isArray(value)) return inside([...value.entries()]);
  return [[path, value]];
}

export function csvOf(
  input: Readonly<Record<string, unknown>>,
  result: Readonly<Record<string, unknown>>,
): string {
  const rows = [
    ["kind", "name", "value"],
    ...leaves(input).map(([path, value]) => ["input", path, value]),
    ...leaves(result).map(([path, value]) => ["result", path, value]),
  ];
  return rows.map((row) => row.map(cell).join(",")).join("\r\n");
}

/** Returns an input as the first row of a table: lists in one cell, fields of objects under dotted names. */
export function tableOf(input: Readonly<Record<string, unknown>>): string {
  const cells = Object.entries(input).flatMap(([name, value]): Cell[] => {
    if (Array.isArray(value))
      return [
        [name, value.some((each) => typeof each === "object") ? JSON.stringify(value) : value.join("; ")],
      ];
    return isRecord(value) ? leaves(value, name) : [[name, value]];
  });
  return [cells.map(([name]) => name), cells.map(([, value]) => value)]
    .map((row) => row.map(cell).join(","))
    .join("\n");
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  return csvCell(guarded(value), ",");
}
