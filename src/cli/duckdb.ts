// DuckDB as an optional package beside Plumbline: files as sources of a statement, and their columns.
import { extname } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";

export const NO_DUCKDB =
  "This needs DuckDB, an optional package: npm install @duckdb/node-api (with -g if Plumbline is installed with -g).";

/** Returns a connection to a database in memory; undefined if DuckDB is not installed. */
export async function openDuckdb(): Promise<DuckDBConnection | undefined> {
  try {
    const { DuckDBInstance } = await import("@duckdb/node-api");
    return await (await DuckDBInstance.create(":memory:")).connect();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

const READERS: Readonly<Record<string, (file: string) => string>> = {
  ".parquet": (file) => `read_parquet(${file})`,
  ".csv": (file) => `read_csv(${file}, all_varchar = true)`,
  ".tsv": (file) => `read_csv(${file}, all_varchar = true, delim = '\\t')`,
  ".jsonl": (file) => `read_json(${file})`,
  ".ndjson": (file) => `read_json(${file})`,
};

/** Returns the expression that reads a file or the files of a pattern; undefined for other endings. */
export function fileSource(file: string): string | undefined {
  return READERS[extname(file).toLowerCase()]?.(quotedText(file));
}

export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export async function columnNames(connection: DuckDBConnection, from: string): Promise<string[]> {
  const result = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`);
  return result.getRows().map(([name]) => String(name));
}
