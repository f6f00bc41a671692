// The types of the columns of a table, for the cells of spreadsheets.
import { type Field, fieldsByName, type HasInputs } from "./fields.js";
import type { TableLayout } from "./layout.js";

type ColumnType = "text" | "number" | "integer" | "boolean";
/** By column name; columns of text may be missing. */
export type ColumnTypes = Readonly<Record<string, ColumnType>>;

/** A column of results as it is written. */
export interface TypedColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly decimalComma: boolean;
  /** Titles of its words, if they replace codes. */
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
