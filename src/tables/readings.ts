// Finds how the columns of a table are written, from their first cells: decimal commas, and dates with the day or the month
// first. Notes list the findings.
import { type DateOrder, orderOf, YEAR_LAST } from "./cell-dates.js";
import { digitsIn, styleOf } from "./cell-numbers.js";
import type { CellReading } from "./cell-reader.js";
import type { Field } from "./fields.js";

/** Settings of the sender, which override the findings. */
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

export interface Sampled {
  readonly separator: string;
  /** Some of the first rows. */
  readonly sample: readonly (readonly string[])[];
  /** Whether it was a spreadsheet. Its numbers have points here. */
  readonly isSheet?: boolean;
}

type Style = "comma" | "point";

export function readingsOf(
  fields: readonly (Field | undefined)[],
  { separator, sample, isSheet = false }: Sampled,
  told: ReportedReadings,
): Readings {
  const notes: string[] = [];
  const cellsAt = (at: number) => sample.map((row) => row[at] ?? "").filter((cell) => cell !== "");
  const width = sample.reduce((most, row) => Math.max(most, row.length), fields.length);
  const all = Array.from({ length: width }, (_, at) => cellsAt(at));
  const looks = all.map((cells) => lookOf(cells, isSheet));
  const isNumber = (field: Field | undefined) =>
    field?.schema.type === "number" || field?.schema.type === "integer";
  const numbers = fields.flatMap((field, at) => (isNumber(field) ? [at] : []));
  const ofNumbers = numbers.map((at) => looks[at]?.style);
  const style = told.decimals ?? fileStyle(ofNumbers, all, separator);
  // If commas separate cells, results keep their points.
  const decimalComma =
    separator !== "," && (told.decimals ?? ofNumbers.find((each) => each === "comma")) === "comma";
  if (decimalComma && told.decimals === undefined)
    notes.push("Numbers of the table are read and written with decimal commas: 1,5 is one and a half.");
  const orders = all.map((cells) => ordersIn(cells));
  const order = told.dates ?? only(orders.flat()) ?? (isEuropean(all, separator) ? "day-first" : undefined);
  const columns = fields.map((field, at): CellReading => {
    const cells = all[at] ?? [];
    if (isNumber(field)) {
      const own = told.decimals ?? looks[at]?.style ?? style;
      const example = cells.find(
        (cell) => styleOf(digitsIn(cell) ?? "") === undefined && /\d[.,]\d/.test(cell),
      );
      if (told.decimals === undefined && own === "comma" && !decimalComma)
        notes.push(`${field?.name} is read with decimal commas${exampleOf(cells, "comma")}.`);
      else if (
        told.decimals === undefined &&
        example !== undefined &&
        (own === "comma") !== example.includes(",")
      )
        notes.push(
          `${field?.name} is read with ${example.includes(",") ? "commas" : "points"} between thousands, as in ${example.trim()}.`,
        );
      const isPart = isSheet && field?.schema.unit === "%" && areParts(cells);
      if (isPart) notes.push(`${field?.name} is read in parts of one: 0.1 is 10 %.`);
      return { ...(own === "comma" ? { decimalComma: true } : {}), ...(isPart ? { factor: 100 } : {}) };
    }
    if (field?.schema.format !== "date") return {};
    const found = told.dates ?? only(orders[at] ?? []) ?? (orders[at]?.length === 2 ? undefined : order);
    const dates = cells.map((cell) => cell.trim()).filter((cell) => YEAR_LAST.test(cell));
    // A date that has only one order is the better example.
    const example = dates.find((cell) => ordersIn([cell]).length === 1) ?? dates[0];
    if (example === undefined || told.dates !== undefined) return found === undefined ? {} : { dates: found };
    if (found === undefined) {
      notes.push(
        `${field.name} has dates such as ${example}, which may begin with the day or the month, so they are not read; say which with dates: day-first or month-first.`,
      );
      return {};
    }
    notes.push(
      `${field.name} is read with the ${found === "day-first" ? "day" : "month"} first, as in ${example}.`,
    );
    return { dates: found };
  });
  return { decimalComma, columns, notes };
}

interface Look {
  readonly style: Style | undefined;
}

/** The style that the cells of a column have, if they can have one only. */
function lookOf(cells: readonly string[], isSheet: boolean): Look {
  // A spreadsheet's own numbers have points, whatever its country.
  const given = isSheet ? cells.filter((cell) => !/^-?\d+\.\d+$/.test(cell)) : cells;
  return { style: only(given.flatMap((cell) => styleOf(digitsIn(cell) ?? "") ?? [])) };
}

function only<T>(values: readonly T[]): T | undefined {
  const [first, ...others] = new Set(values);
  return others.length === 0 ? first : undefined;
}

/** The style of columns that do not show their own. */
function fileStyle(
  ofNumbers: readonly (Style | undefined)[],
  all: readonly (readonly string[])[],
  separator: string,
): Style {
  const found = ofNumbers.flatMap((style) => style ?? []);
  if (found.length > 0) return only(found) ?? "point";
  if (hasSign(all, /[£$]/)) return "point";
  const hasPoints = all.some((cells) => cells.some((cell) => YEAR_LAST.exec(cell.trim())?.[2] === "."));
  return separator === ";" || hasPoints ? "comma" : "point";
}

/** Whether the table is from a country that writes the day first. */
function isEuropean(all: readonly (readonly string[])[], separator: string): boolean {
  return separator === ";" || hasSign(all, /[£€]/);
}

function hasSign(all: readonly (readonly string[])[], sign: RegExp): boolean {
  return all.some((cells) => cells.some((cell) => sign.test(cell)));
}

/** Whether the numbers of a spreadsheet are parts of one, as its cells with a format such as 10 % are. */
function areParts(cells: readonly string[]): boolean {
  const numbers = cells.map(Number).filter((number) => Number.isFinite(number));
  return (
    numbers.every((number) => Math.abs(number) <= 1) && numbers.some((number) => !Number.isInteger(number))
  );
}

function ordersIn(cells: readonly string[]): DateOrder[] {
  const found = cells.flatMap((cell) => {
    const match = YEAR_LAST.exec(cell.trim());
    return match === null ? [] : (orderOf(match) ?? []);
  });
  return [...new Set(found)];
}

function exampleOf(cells: readonly string[], style: Style): string {
  const cell = cells.find((each) => styleOf(digitsIn(each) ?? "") === style);
  return cell === undefined ? "" : `, as in ${cell.trim()}`;
}
