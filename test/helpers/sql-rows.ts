// Runs inputs through a tool's SQL in DuckDB and compares with the compiled tool.
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { codeReader } from "../../src/engine/run/choices.js";
import { duckdb } from "../../src/engine/sql/dialects/duckdb.js";
import { writeSelect } from "../../src/engine/sql/select.js";
import type { Tool } from "../../src/engine/tool.js";
import { chosenColumns, type ResultColumn, readerAt } from "../../src/tables/columns.js";
import type { FieldSchema } from "../../src/tables/fields.js";
import type { Fields } from "./ask-tool.js";

let connection: DuckDBConnection | undefined;

export async function duckdbConnection(): Promise<DuckDBConnection> {
  connection ??= await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
  return connection;
}

function propertiesOf(tool: Tool): Readonly<Record<string, FieldSchema>> {
  return tool.inputSchema.properties as Readonly<Record<string, FieldSchema>>;
}

/** Whether a table cell can represent the value: no JSON types, and no difference between null and "not sent". */
function isCell(schema: FieldSchema | undefined, value: unknown): boolean {
  switch (schema?.type) {
    case "number":
    case "integer":
      return typeof value === "number" || (typeof value === "string" && Number.isNaN(Number(value)));
    case "boolean":
      return (
        typeof value === "boolean" ||
        (typeof value === "string" && !/^(true|false|yes|no|[01])$/i.test(value))
      );
    case "string":
      return typeof value === "string";
    case "array":
      return Array.isArray(value) && value.every((item) => typeof item === "string");
    case "object":
      return (
        isRecord(value) &&
        Object.entries(value).every(([key, inner]) =>
          isCell(schema.properties?.[key] ?? { type: "string" }, inner),
        )
      );
    default:
      return false;
  }
}

/** Replaces words by the codes that SQL and tables read them as; callers of the API send codes. */
function withCodes(schema: FieldSchema, value: unknown, tool: Tool, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => withCodes(schema.items ?? {}, item, tool, name));
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        withCodes(schema.properties?.[key] ?? {}, inner, tool, key),
      ]),
    );
  if (typeof value !== "string" || schema.enum === undefined) return value;
  return codeReader(schema, tool.plan.def.formHints[name]?.words)(value) ?? value;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the inputs that tables can represent, with fields in schema order. */
export function asRows(tool: Tool, inputs: readonly unknown[]): Fields[] {
  const properties = propertiesOf(tool);
  const names = Object.keys(properties);
  return inputs.flatMap((input) => {
    if (!isRecord(input)) return [];
    const isRow = Object.entries(input).every(([name, value]) => isCell(properties[name], value));
    return isRow
      ? [Object.fromEntries(names.flatMap((name) => (name in input ? [[name, input[name]]] : [])))]
      : [];
  });
}

export function selectFor(tool: Tool, columns: readonly ResultColumn[]): string {
  const names = Object.keys(propertiesOf(tool));
  return writeSelect(tool.plan, {
    dialect: duckdb,
    from: "inputs",
    columns: new Map(names.map((name) => [name, name])),
    results: new Map(columns.map(({ path }) => [path, path])),
    passed: new Map([["row", "row"]]),
    behind: tool.data.behind,
    disclaimer: tool.context.disclaimer,
  }).sql;
}

const SENTENCES = /^(.*\.)?(warnings|assumptions|recommendations)$/;

/** Returns the columns with lists of sentences, which tables include on request. */
export function sentencesOf(tool: Tool): ResultColumn[] {
  return columnsOf(tool, "all").filter(({ path, kind }) => kind === "list" && SENTENCES.test(path));
}

export function columnsOf(tool: Tool, wish: string): ResultColumn[] {
  const columns = chosenColumns(tool, wish);
  if ("fault" in columns) throw new Error(columns.fault);
  return columns;
}

/** Runs rows through the statement and returns the differences from the compiled tool. */
export async function differencesInSql(
  tool: Tool,
  rows: readonly Fields[],
  columns: readonly ResultColumn[],
  sql = selectFor(tool, columns),
): Promise<string[]> {
  const db = await duckdbConnection();
  await writeRows(db, Object.keys(propertiesOf(tool)), rows);
  const found = new Map((await db.runAndReadAll(sql)).getRowObjectsJS().map((row) => [row.row, row]));
  return rows.flatMap((input, at) => {
    const outcome = tool.run(withCodes(tool.inputSchema, input, tool));
    const row = found.get(at);
    if (row === undefined) return [`${JSON.stringify(input)}: no row`];
    const faults = [
      ...(outcome.ok ? [] : outcome.problems.map(({ message }) => message)),
      ...columns.flatMap((column) => {
        const expected = outcome.ok ? (readerAt(column)(outcome.result) ?? null) : null;
        return isSame(expected, row[column.path])
          ? []
          : [`${column.path}: ${row[column.path]} instead of ${expected}`];
      }),
    ];
    const sentences = outcome.ok ? [] : outcome.problems.map(({ message }) => message);
    const rest = faults.filter((fault) => !sentences.includes(fault));
    const wrong = isRefusal(sentences, row.error)
      ? rest
      : [...rest, `error: ${row.error} instead of ${sentences.join(" ")}`];
    return wrong.map((fault) => `${JSON.stringify(input)}: ${fault}`);
  });
}

/** Compares twelve digits. */
function isSame(expected: unknown, got: unknown): boolean {
  if (typeof expected !== "number" || typeof got !== "number") return expected === got;
  return expected.toPrecision(12) === got.toPrecision(12);
}

/** Compares sentences, in any order. */
function isRefusal(sentences: readonly string[], got: unknown): boolean {
  if (sentences.length === 0 || typeof got !== "string") return sentences.length === 0 && got === null;
  return got.length === sentences.join(" ").length && sentences.every((sentence) => got.includes(sentence));
}

async function writeRows(
  db: DuckDBConnection,
  names: readonly string[],
  rows: readonly Fields[],
): Promise<void> {
  const quoted = names.map((name) => `"${name}" VARCHAR`);
  await db.run(`CREATE OR REPLACE TABLE inputs ("row" INTEGER, ${quoted.join(", ")})`);
  const appender = await db.createAppender("inputs");
  for (const [at, row] of rows.entries()) {
    appender.appendInteger(at);
    for (const name of names) {
      const value = row[name];
      if (value === undefined) appender.appendNull();
      else appender.appendVarchar(typeof value === "object" ? JSON.stringify(value) : String(value));
    }
    appender.endRow();
  }
  appender.closeSync();
}
