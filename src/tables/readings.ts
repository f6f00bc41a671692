// How the columns of a table are written, as far as their first cells can only mean one thing: decimal commas, and dates
// with the day or the month first. What was found is said, so that somebody can object.
import { type CellReading, type DateOrder, YEAR_LAST } from "./cell-reader.js";
import type { Field } from "./fields.js";

/** What the sender says about the table; it comes before what its cells show. */
export interface ReportedReadings {
  readonly dates?: DateOrder | undefined;
  readonly decimals?: "comma" | "point" | undefined;
}

export interface Readings {
  /** Whether numbers of the whole table, results included, are written 1,5. */
  readonly decimalComma: boolean;
  /** For each column of the table. */
  readonly columns: readonly CellReading[];
  readonly notes: readonly string[];
}

interface Sample {
  readonly separator: string;
  /** Some of the first rows. */
  readonly sample: readonly (readonly string[])[];
}

export function readingsOf(
  fields: readonly (Field | undefined)[],
  { separator, sample }: Sample,
  told: ReportedReadings,
): Readings {
  const notes: string[] = [];
  const cellsAt = (at: number) => sample.map((row) => row[at] ?? "").filter((cell) => cell !== "");
  const isNumber = (field: Field | undefined) =>
    field?.schema.type === "number" || field?.schema.type === "integer";
  const numbers = fields.flatMap((field, at) => (isNumber(field) ? [at] : []));
  // Where commas part cells, results keep their points.
  const decimalComma =
    separator !== "," &&
    (told.decimals === undefined
      ? numbers.some((at) => cellsAt(at).some((cell) => COMMA.test(cell)))
      : told.decimals === "comma");
  if (decimalComma && told.decimals === undefined)
    notes.push("Numbers of the table are read and written with decimal commas: 1,5 is one and a half.");
  const columns = fields.map((field, at): CellReading => {
    if (isNumber(field)) {
      if (told.decimals !== undefined) return { decimalComma: told.decimals === "comma" };
      if (separator !== ",") return { decimalComma };
      const found = onlyDecimalCommas(cellsAt(at));
      if (found !== undefined) notes.push(`${field?.name} is read with decimal commas, as in ${found}.`);
      return { decimalComma: found !== undefined };
    }
    if (field?.schema.format !== "date") return {};
    if (told.dates !== undefined) return { dates: told.dates };
    const { dates, note } = datesIn(cellsAt(at));
    if (note !== undefined) notes.push(`${field.name} ${note}`);
    return dates === undefined ? {} : { dates };
  });
  return { decimalComma, columns, notes };
}

const COMMA = /^\s*-?\d+,\d+\s*$/;
/** 1,500 may be thousands. */
const MAY_BE_THOUSANDS = /^\s*-?[1-9]\d{0,2}(,\d{3})+\s*$/;

/** A cell with a decimal comma, where all commas of the column can be nothing else. */
function onlyDecimalCommas(cells: readonly string[]): string | undefined {
  const commas = cells.filter((cell) => cell.includes(","));
  if (!commas.every((cell) => COMMA.test(cell)) || cells.some((cell) => cell.includes("."))) return undefined;
  return commas.find((cell) => !MAY_BE_THOUSANDS.test(cell))?.trim();
}

/** The order that the dates of a column have, where they can have no other. */
function datesIn(cells: readonly string[]): { readonly dates?: DateOrder; readonly note?: string } {
  const found = cells.flatMap((cell) => {
    const match = YEAR_LAST.exec(cell.trim());
    return match === null
      ? []
      : [{ cell, sign: match[2], first: Number(match[1]), second: Number(match[3]) }];
  });
  const [example] = found;
  if (example === undefined) return {};
  const monthFirst = found.find(({ second }) => second > 12);
  // Points part dates only where the day comes first.
  const dayFirst = found.find(({ first, sign }) => first > 12 || sign === ".");
  if (dayFirst !== undefined && monthFirst === undefined)
    return { dates: "day-first", note: `is read with the day first, as in ${dayFirst.cell.trim()}.` };
  if (monthFirst !== undefined && dayFirst === undefined)
    return { dates: "month-first", note: `is read with the month first, as in ${monthFirst.cell.trim()}.` };
  return {
    note: `has dates such as ${example.cell.trim()}, which may begin with the day or the month, so they are not read; say which with dates: day-first or month-first.`,
  };
}
