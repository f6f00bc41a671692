// The types that the columns of a table have beyond text, and what a text is as a value of one: for the forms that keep
// types, which are Parquet and spreadsheets.
import { type Field, fieldsByName, type HasInputs } from "./fields.js";
import type { TableLayout } from "./layout.js";

/** "text", "number", "integer", "boolean", "date", "timestamp", "decimal(precision,scale)". */
export type ColumnType = string;
/** By the names of columns; those of text may be left out. */
export type ColumnTypes = Readonly<Record<string, ColumnType>>;

/** A column of results as it is written. */
export interface TypedColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly decimalComma: boolean;
  /** Titles of its words, where they are to stand in place of codes. */
  readonly words?: Readonly<Record<string, string>>;
}

/** The columns of results, with the types that the table had, that the inputs have, or that the tool gives. */
export function typedColumns(tool: HasInputs, layout: TableLayout, known: ColumnTypes): TypedColumn[] {
  const { header, names, results, fields, readings, decimalComma } = layout;
  const inputs = fieldsByName(tool);
  return [
    ...header.map((name, at) => ({
      name,
      type: known[name] ?? typeOf(inputs.get(fields[at] ?? "")),
      decimalComma: decimalComma || readings[at]?.decimalComma === true,
    })),
    ...names.map((name, at) => ({
      name,
      type: SIMPLE.find((type) => type === results[at]?.kind) ?? "text",
      decimalComma,
    })),
  ];
}

const SIMPLE: readonly ColumnType[] = ["number", "integer", "boolean"];

function typeOf(field: Field | undefined): ColumnType {
  return SIMPLE.find((type) => type === field?.schema.type) ?? "text";
}

/** Precision and scale of a decimal type. */
export function decimalOf(
  type: ColumnType,
): { readonly precision: number; readonly scale: number } | undefined {
  const [, precision, scale] = /^decimal\((\d+),(\d+)\)$/.exec(type) ?? [];
  return precision === undefined ? undefined : { precision: Number(precision), scale: Number(scale) };
}
