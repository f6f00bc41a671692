// Parquet by way of DuckDB: a Parquet table becomes text that rows are computed from, and text with results becomes
// Parquet, its columns with the types that the tool and the table have.
import type { RuntimeTool } from "../engine/run/tool.js";
import type { CellKind } from "./columns.js";
import { fieldsByName } from "./fields.js";
import { BadTable, type Layout } from "./layout.js";

/** Column names and types of DuckDB. */
export type ColumnTypes = Readonly<Record<string, string>>;

/** What a table may be as text; a file of some thousand bytes may hold millions of rows. */
export interface TableBounds {
  readonly rows: number;
  readonly bytes: number;
  readonly columns: number;
}

const MEMORY = "192MB";
/** Types that a text can be turned into again without loss. */
const PLAIN =
  /^(BOOLEAN|U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\(\d+,\d+\)|DATE|TIME|TIMESTAMP( WITH TIME ZONE)?)$/;

async function query(statements: readonly string[]): Promise<Record<string, unknown>[]> {
  // Only those who have Parquet load a database.
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const settings = { memory_limit: MEMORY, threads: "2", autoinstall_known_extensions: "false" };
  const instance = await DuckDBInstance.create(":memory:", settings);
  try {
    const connection = await instance.connect();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) rows = (await connection.runAndReadAll(statement)).getRowObjects();
      return rows;
    } finally {
      connection.closeSync();
    }
  } finally {
    instance.closeSync();
  }
}

/** Writes a Parquet table as text with commas, and tells the types of its columns. Bounds are held before it is written. */
export async function parquetToCsv(file: string, csv: string, bounds?: TableBounds): Promise<ColumnTypes> {
  const table = `read_parquet(${literal(file)})`;
  if (bounds !== undefined) await refuseBeyond(file, table, bounds);
  const columns = await query([
    `COPY (SELECT * FROM ${table}) TO ${literal(csv)} (FORMAT csv, HEADER)`,
    `DESCRIBE SELECT * FROM ${table}`,
  ]);
  return Object.fromEntries(
    columns.map(({ column_name, column_type }) => [String(column_name), String(column_type)]),
  );
}

/** The numbers of rows and columns stand in the file; the bytes are counted without being kept. */
async function refuseBeyond(
  file: string,
  table: string,
  { rows, bytes, columns }: TableBounds,
): Promise<void> {
  const [held] = await query([`SELECT sum(num_rows) AS rows FROM parquet_file_metadata(${literal(file)})`]);
  if (Number(held?.rows) > rows)
    throw new BadTable(`The table has ${held?.rows} rows; ${rows} may be computed.`);
  const named = await query([`DESCRIBE SELECT * FROM ${table}`]);
  if (named.length > columns)
    throw new BadTable(`The table has ${named.length} columns; at most ${columns} are computed.`);
  const lengths = named.map(
    ({ column_name: name }) => `1 + coalesce(strlen(CAST(${identifier(String(name))} AS VARCHAR)), 0)`,
  );
  const [size] = await query([`SELECT coalesce(sum(${lengths.join(" + ")}), 0) AS bytes FROM ${table}`]);
  if (Number(size?.bytes) > bytes)
    throw new BadTable(`The table has ${size?.bytes} bytes as text; at most ${bytes} are computed.`);
}

/** Readers of Parquet take names that differ in capitals alone for one. */
export function refuseNames(names: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const name of names) {
    const other = seen.get(name.toLowerCase());
    if (other !== undefined)
      throw new BadTable(
        `The columns ${other} and ${name} differ in capitals alone, which Parquet does not tell apart. Rename one, or ask for csv.`,
      );
    seen.set(name.toLowerCase(), name);
  }
}

/** Writes text with results as Parquet. */
export async function csvToParquet(
  csv: string,
  file: string,
  tool: RuntimeTool,
  layout: Layout,
  known: ColumnTypes,
): Promise<void> {
  const { header, names, results, separator } = layout;
  const inputs = fieldsByName(tool);
  const types = [
    ...header.map((name, at) => {
      const own = known[name];
      if (own !== undefined) return PLAIN.test(own) ? own : "VARCHAR";
      return TYPES[String(inputs.get(layout.fields[at] ?? "")?.schema.type)] ?? "VARCHAR";
    }),
    ...results.map(({ kind }) => TYPES[kind] ?? "VARCHAR"),
  ];
  const columns = [...header, ...names];
  const texts = columns.map((name) => `${literal(name)}: 'VARCHAR'`).join(", ");
  const read = `read_csv(${literal(csv)}, header = true, delim = ${literal(separator)}, quote = '"', escape = '"', auto_detect = false, columns = {${texts}}, parallel = false)`;
  // What a bad cell held stands in the row's error: the column keeps its type.
  const cast = columns.map((name, at) => {
    const type = types[at] ?? "VARCHAR";
    const column = identifier(name);
    if (type === "VARCHAR") return column;
    const text = layout.decimalComma && type === "DOUBLE" ? `replace(${column}, ',', '.')` : column;
    return `TRY_CAST(${text} AS ${type}) AS ${column}`;
  });
  await query([`COPY (SELECT ${cast.join(", ")} FROM ${read}) TO ${literal(file)} (FORMAT parquet)`]);
}

const TYPES: Readonly<Partial<Record<CellKind | string, string>>> = {
  number: "DOUBLE",
  integer: "BIGINT",
  boolean: "BOOLEAN",
};

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
