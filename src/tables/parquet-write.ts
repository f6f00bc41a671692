// Text with results as Parquet, its columns with the types that the tool and the table have. Rows are written in groups, so
// that memory does not grow with the table.
import { createReadStream } from "node:fs";
import type { SchemaElement } from "hyparquet";
import { fileWriter, ParquetWriter } from "hyparquet-writer";
import { type ColumnType, decimalOf, type TypedColumn } from "./column-types.js";
import { recordsBehindHead } from "./results-text.js";

/** Characters of text, and rows, of a group. */
const GROUP_TEXT = 24 * 1024 * 1024;
const GROUP_ROWS = 100_000;

export async function csvToParquet(
  csv: string,
  file: string,
  columns: readonly TypedColumn[],
  separator: string,
): Promise<void> {
  const schema = [
    { name: "table", num_children: columns.length },
    ...columns.map(
      ({ name, type }): SchemaElement => ({ name, repetition_type: "OPTIONAL", ...elementOf(type) }),
    ),
  ];
  const writer = new ParquetWriter({ writer: fileWriter(file), schema });
  let readers = columns.map(cellReaderOf);
  let data: unknown[][] = columns.map(() => []);
  let [rows, length] = [0, 0];
  const flush = async () => {
    const columnData = columns.map(({ name, type }, at) => ({
      name,
      data: data[at] ?? [],
      // The first and last of long sentences help nobody.
      statistics: type !== "text",
    }));
    await writer.write({ columnData, rowGroupSize: Math.max(1, rows) });
    // New readers remember nothing of the group: memory stays what a group takes.
    readers = columns.map(cellReaderOf);
    data = columns.map(() => []);
    [rows, length] = [0, 0];
  };
  for await (const records of recordsBehindHead(createReadStream(csv), separator, columns.length)) {
    for (let at = 0; at < columns.length; at++) {
      const [values = [], read = String] = [data[at], readers[at]];
      for (const { cells } of records) {
        const cell = cells[at] ?? "";
        values.push(cell === "" ? null : read(cell));
      }
    }
    rows += records.length;
    for (const { text } of records) length += text.length;
    if (length >= GROUP_TEXT || rows >= GROUP_ROWS) await flush();
  }
  await flush();
  await writer.finish();
}

function elementOf(type: ColumnType): Partial<SchemaElement> {
  const decimal = decimalOf(type);
  if (decimal !== undefined)
    return {
      converted_type: "DECIMAL",
      ...decimal,
      ...(decimal.precision <= 18
        ? { type: "INT64" }
        : { type: "FIXED_LEN_BYTE_ARRAY", type_length: bytesFor(decimal.precision) }),
    };
  return ELEMENTS[type] ?? { type: "BYTE_ARRAY", converted_type: "UTF8" };
}

const ELEMENTS: Readonly<Record<ColumnType, Partial<SchemaElement>>> = {
  number: { type: "DOUBLE" },
  integer: { type: "INT64" },
  boolean: { type: "BOOLEAN" },
  date: { type: "INT32", converted_type: "DATE" },
  timestamp: { type: "INT64", converted_type: "TIMESTAMP_MICROS" },
};

/** Bytes that hold a signed number of so many digits. */
function bytesFor(precision: number): number {
  return Math.ceil((precision * Math.log2(10) + 1) / 8);
}

/** What a cell is in its column. What a bad one held stands in the row's error: the column keeps its type. */
function cellReaderOf({ type, decimalComma }: TypedColumn): (cell: string) => unknown {
  const plain = (cell: string) => (decimalComma ? cell.replace(",", ".") : cell);
  const decimal = decimalOf(type);
  if (decimal !== undefined) return remembering((cell) => unscaled(plain(cell), decimal.scale));
  switch (type) {
    case "number":
      return (cell) => finiteOrNull(Number(plain(cell)));
    case "integer":
      return remembering((cell) => (/^-?\d{1,18}$/.test(cell) ? BigInt(cell) : null));
    case "boolean":
      return (cell) => BOOLEANS.get(cell) ?? null;
    case "date":
      return remembering((cell) => finiteOrNull(Date.parse(`${cell}T00:00:00Z`) / 86_400_000));
    case "timestamp":
      return remembering(microseconds);
    default:
      return sharing();
  }
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function unscaled(text: string, scale: number): bigint | null {
  const [, sign = "", whole = "", part = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === "" || part.length > scale) return null;
  return BigInt(`${sign}${whole}${part.padEnd(scale, "0")}`);
}

function microseconds(text: string): bigint | null {
  const [, day, time, part = ""] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?/.exec(text) ?? [];
  const millis = day === undefined ? Number.NaN : Date.parse(`${day}T${time}Z`);
  return Number.isFinite(millis) ? BigInt(millis) * 1000n + BigInt(part.padEnd(6, "0")) : null;
}

const MOST_REMEMBERED = 1000;

/** Most cells of a column come again and again: equal ones have one value, so that a group holds few. */
function remembering<Value>(read: (cell: string) => Value): (cell: string) => Value {
  const known = new Map<string, Value>();
  return (cell) => {
    const found = known.get(cell);
    if (found !== undefined) return found;
    const value = read(cell);
    if (known.size < MOST_REMEMBERED) known.set(cell, value);
    return value;
  };
}

/** Texts up to this length are words as a rule, longer ones sentences. V8 makes no piece of a block of words, but copies them. */
const LONGEST_WORD = 12;

/** Sentences are mostly equal where they are equally long, and to compare two takes less than to find one by its hash. */
function sharing(): (cell: string) => string {
  const word = remembering((cell) => cell);
  const sentences = new Map<number, string>();
  return (cell) => {
    if (cell.length <= LONGEST_WORD) return word(cell);
    const known = sentences.get(cell.length);
    if (known === cell) return known;
    // A copy: a piece of a block keeps the whole of it.
    const own = Buffer.from(cell).toString();
    sentences.set(own.length, own);
    return own;
  };
}
