// The values of Parquet columns as texts: numbers with their shortest digits, decimals with all of theirs, days and times in
// the order of ISO 8601, what is nested as JSON.
import { type FileMetaData, type ParquetParsers, parquetSchema, type SchemaTree, toJson } from "hyparquet";
import type { ColumnType } from "./column-types.js";

export interface ParquetColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly text: (value: unknown) => string;
}

/** Days and instants as texts, to the last digit that the file has. */
export const PARSERS: Partial<ParquetParsers> = {
  dateFromDays: (days) => (days === null || days === undefined ? days : isoDay(days)),
  timestampFromMilliseconds: (value) => instant(value, 1_000n),
  timestampFromMicroseconds: (value) => instant(value, 1_000_000n),
  timestampFromNanoseconds: (value) => instant(value, 1_000_000_000n),
};

function isoDay(days: number): string {
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
}

function instant(value: bigint | null | undefined, aSecond: bigint): string | null | undefined {
  if (value === null || value === undefined) return value;
  const part = ((value % aSecond) + aSecond) % aSecond;
  const seconds = Number((value - part) / aSecond);
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return part === 0n ? whole : `${whole}.${decimals(part, aSecond)}`;
}

function decimals(part: bigint, aSecond: bigint): string {
  return String(aSecond + part)
    .slice(1)
    .replace(/0+$/, "");
}

/** How the values of a column are written. */
export function parquetColumn({ element, children }: SchemaTree): ParquetColumn {
  const { name, type, converted_type: converted, logical_type: logical, scale = 0, precision = 18 } = element;
  const column = (own: ColumnType, text: ParquetColumn["text"] = plainText) => ({ name, type: own, text });
  if (children.length > 0 || element.repetition_type === "REPEATED") return column("text", jsonText);
  if (converted === "DECIMAL")
    return column(`decimal(${precision},${scale})`, (value) => decimalText(value, scale));
  if (converted === "DATE") return column("date");
  if (logical?.type === "TIMESTAMP" || type === "INT96" || converted?.startsWith("TIMESTAMP") === true)
    return column("timestamp");
  if (logical?.type === "TIME" || converted === "TIME_MILLIS" || converted === "TIME_MICROS") {
    const unit = logical?.type === "TIME" ? logical.unit : converted === "TIME_MILLIS" ? "MILLIS" : "MICROS";
    const aSecond = { MILLIS: 1_000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n }[unit];
    return column("text", (value) => instant(BigInt(value as number), aSecond)?.slice(11) ?? "");
  }
  switch (type) {
    case "BOOLEAN":
      return column("boolean");
    case "INT32":
    case "INT64":
      return column("integer");
    case "FLOAT":
      return column("number", (value) => shortestFloat(value as number));
    case "DOUBLE":
      return column("number");
    default:
      return column("text");
  }
}

function plainText(value: unknown): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value);
}

function jsonText(value: unknown): string {
  return JSON.stringify(toJson(value));
}

/** The fewest digits that lead back to a number of 32 bits. */
function shortestFloat(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

/** A number without its point, and where the point stands. */
function decimalText(value: unknown, scale: number): string {
  const digits = value instanceof Uint8Array ? signed(value) : BigInt(value as number | bigint);
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  return `${digits < 0n ? "-" : ""}${whole}${scale === 0 ? "" : `.${text.slice(-scale)}`}`;
}

function signed(bytes: Uint8Array): bigint {
  const digits = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return BigInt.asIntN(8 * bytes.length, digits);
}

/** hyparquet would make decimals numbers with 15 digits; without their type they stay what the file has. */
export function exactDecimals(metadata: FileMetaData): void {
  for (const { element } of parquetSchema(metadata).children)
    if (element.converted_type === "DECIMAL") {
      delete element.converted_type;
      delete element.logical_type;
    }
}
