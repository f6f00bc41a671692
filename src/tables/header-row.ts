// The row of headings of a table: the first rows may be titles, blank, or groups of headings, and a row of units may follow.
import { MOST_ABOVE } from "./layout.js";
import { unitIn } from "./quantities.js";

export interface HeaderRow {
  /** Index of its first row, and how many rows it has. */
  readonly at: number;
  readonly height: number;
  readonly names: readonly string[];
}

/** Returns how many inputs some headings give; required ones count more. */
export type CountInputs = (names: readonly string[]) => number;

type Cells = readonly string[];

/** Finds the headings. `wished` is the index of their row, if the sender chose it. */
export function headerRowIn(rows: readonly Cells[], count: CountInputs, wished?: number): HeaderRow {
  const found = wished === undefined ? bestRow(rows, count) : withRowsBelow(rows, wished, count);
  const units = rows[found.at + found.height];
  if (units === undefined || !isUnits(units, found.names)) return found;
  const names = found.names.map((name, at) => {
    const unit = (units[at] ?? "").trim().replace(/^[([](.*)[)\]]$/, "$1");
    return unitIn(unit) === undefined || name === "" ? name : `${name} (${unit})`;
  });
  return { ...found, height: found.height + 1, names };
}

function bestRow(rows: readonly Cells[], count: CountInputs): HeaderRow {
  let best: { readonly row: HeaderRow; readonly score: number } | undefined;
  for (let at = 0; at < Math.min(rows.length, MOST_ABOVE); at++) {
    if (!isText(rows[at] ?? [])) continue;
    const row = withRowsBelow(rows, at, count);
    const score = count(row.names);
    if (score > (best?.score ?? 0)) best = { row, score };
  }
  if (best !== undefined) return best.row;
  // Headings in words that the tool does not have: the first row that is as full as the others.
  const most = Math.max(...rows.map(filled));
  const at = rows.findIndex((row) => filled(row) > 0.6 * most && isText(row));
  return { at: Math.max(0, at), height: 1, names: trimmed(rows[Math.max(0, at)] ?? []) };
}

/** One row of headings, or two that name more inputs together than either of them. */
function withRowsBelow(rows: readonly Cells[], at: number, count: CountInputs): HeaderRow {
  const own = trimmed(rows[at] ?? []);
  const below = trimmed(rows[at + 1] ?? []);
  const single = { at, height: 1, names: own };
  if (filled(below) === 0 || !isText(below) || isUnits(below, own)) return single;
  const width = Math.max(own.length, below.length);
  let group = "";
  const both = Array.from({ length: width }, (_, column) => {
    const [top, bottom] = [own[column] ?? "", below[column] ?? ""];
    if (top !== "") group = top;
    const choices = [`${top} ${bottom}`.trim(), `${group} ${bottom}`.trim(), bottom, top];
    return choices.find((words) => words !== "" && count([words]) > 0) ?? choices[0] ?? "";
  });
  const score = count(both);
  return score > count(own) && score > count(below) ? { at, height: 2, names: both } : single;
}

function trimmed(row: Cells): string[] {
  return row.map((cell) => cell.replace(/\s+/g, " ").trim());
}

function filled(row: Cells): number {
  return row.filter((cell) => cell.trim() !== "").length;
}

/** Whether a row has texts rather than numbers and dates. */
function isText(row: Cells): boolean {
  const given = row.filter((cell) => cell.trim() !== "");
  const numbers = given.filter((cell) => /^[£€$(]?\s*[-+]?\d[\d.,/: -]*%?\)?$/.test(cell.trim()));
  return given.length > 0 && numbers.length <= given.length / 3;
}

/** Whether a row has units alone, at least one of them below a heading. */
function isUnits(row: Cells, names: readonly string[]): boolean {
  const given = row.flatMap((cell, at) =>
    cell.trim() === "" ? [] : [[cell.trim(), names[at] ?? ""] as const],
  );
  const isUnit = (cell: string) => unitIn(cell.replace(/^[([](.*)[)\]]$/, "$1")) !== undefined;
  return (
    given.some(([cell, name]) => isUnit(cell) && name !== "") &&
    given.every(
      ([cell]) =>
        isUnit(cell) ||
        /^[([]?(?:-|–|\.\.\.|text|date|[dmy]{2,4}[./-][dmy]{2,4}[./-][dmy]{2,4})[)\]]?$/i.test(cell),
    )
  );
}
