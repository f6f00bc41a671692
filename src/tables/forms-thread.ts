// The thread that converts tables. Only who has such a table loads what reads it.
import { answerRequests } from "../threads/thread.js";
import type { TableBounds } from "./bounds.js";
import type { ColumnTypes, TypedColumn } from "./column-types.js";

/** Forms that are no text. */
export type PackedForm = "parquet" | "xlsx";

export type FormTask = { readonly form: PackedForm; readonly file: string; readonly csv: string } & (
  | { readonly does: "read"; readonly bounds: TableBounds }
  | { readonly does: "write"; readonly columns: readonly TypedColumn[]; readonly separator: string }
);

answerRequests(async (task: FormTask): Promise<ColumnTypes> => {
  const { form, file, csv } = task;
  if (task.does === "read")
    return form === "parquet"
      ? (await import("./parquet-read.js")).parquetToCsv(file, csv, task.bounds)
      : (await import("./xlsx-read.js")).xlsxToCsv(file, csv, task.bounds);
  const given = [csv, file, task.columns, task.separator] as const;
  if (form === "parquet") await (await import("./parquet-write.js")).csvToParquet(...given);
  else await (await import("./xlsx-write.js")).csvToXlsx(...given);
  return {};
});
