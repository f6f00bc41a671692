// `plumbline run <tool> --table` through DuckDB: Parquet files, and others with --engine duckdb.
import { rename, rm } from "node:fs/promises";
import { extname, resolve } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { wholeTool } from "../build/whole.js";
import { identityOf } from "../definitions/identity.js";
import type { Arguments } from "../settings/arguments.js";
import { Usage } from "../settings/usage.js";
import { BadTable, PARQUET } from "../tables/layout.js";
import { statementOf } from "../tables/statement.js";
import { partOf } from "../tables/work-through.js";
import { messageOf } from "../wording/wording.js";
import { columnNames, fileSource, NO_DUCKDB, openDuckdb, quotedName, quotedText } from "./duckdb.js";
import { fixedFields } from "./inputs.js";
import { interruptible, StatusLine } from "./progress.js";
import { refusal, refuseFolders } from "./table.js";
import { mappingOf } from "./table-options.js";
import { tidy } from "./table-summary.js";
import type { NamedTool } from "./tools.js";

const FORMS: Readonly<Record<string, string>> = {
  ".parquet": "FORMAT parquet",
  ".csv": "FORMAT csv, HEADER",
  ".tsv": "FORMAT csv, HEADER, DELIMITER '\t'",
  ".jsonl": "FORMAT json",
  ".ndjson": "FORMAT json",
};
const MOST_THREADS = 64;
const MOST_ERRORS = 20;
const PROGRESS_MS = 200;

/** Whether DuckDB computes the table. */
export function isForDuckdb(args: Arguments): boolean {
  const engine = args.word("engine", ["plumbline", "duckdb"]);
  const hasParquet = ["table", "output"].some((name) => PARQUET.test(args.text(name) ?? ""));
  if (hasParquet && engine === "plumbline")
    throw new Usage("Parquet files are computed by --engine duckdb only.");
  return hasParquet || engine === "duckdb";
}

export async function runInDuckdb(args: Arguments, { set, tool }: NamedTool): Promise<number> {
  const unused = ["html", "dates", "decimals", "formulas", "server", "words", "sheet", "header-row"].find(
    (name) => args.flag(name),
  );
  if (unused !== undefined) throw new Usage(`--${unused} does not go with DuckDB.`);
  const [file = "", output] = [args.text("table"), args.text("output")];
  if (output === undefined) throw new Usage("Name the file of the results with --output.");
  const form = FORMS[extname(output).toLowerCase()];
  const source = fileSource(file);
  if (source === undefined || form === undefined)
    throw new Usage("DuckDB reads and writes .parquet, .csv, .tsv and .jsonl.");
  if (resolve(output) === resolve(file))
    throw new Usage("The results would overwrite the table; name another file with --output.");
  refuseFolders(output, []);
  const workers = args.whole("workers", 1, MOST_THREADS);
  const fixed = fixedFields(tool, args);
  const mapping = await mappingOf(args);
  const connection = await openDuckdb();
  if (connection === undefined) {
    process.stderr.write(`${NO_DUCKDB}\n`);
    return 1;
  }
  try {
    if (workers !== undefined) await connection.run(`SET threads = ${workers}`);
    const header = await columnNames(connection, source);
    const { select, notes, omitted, error } = statementOf(await wholeTool(set, tool), {
      ...{ dialect: "duckdb", from: source, header, mapping, fixed, columns: args.text("columns") },
      passed: new Map(header.map((name) => [name, name])),
      definition: identityOf(set, tool).sha256,
    });
    for (const note of notes) process.stderr.write(`${note}\n`);
    if (omitted.length > 0)
      process.stderr.write(`Left out, because they are lists of records: ${omitted.join(", ")}.\n`);
    const part = partOf(output);
    if (!(await copied(connection, `COPY (${select}) TO ${quotedText(part)} (${form})`))) {
      await rm(part, { force: true });
      process.stderr.write("Interrupted; no results are written.\n");
      return 130;
    }
    await rename(part, output);
    return await report(args, connection, { tool: tool.name, output, error });
  } catch (failure) {
    const reason = failure instanceof BadTable ? refusal(file, failure) : `${file}: ${messageOf(failure)}`;
    process.stderr.write(`${reason}\n`);
    return 1;
  } finally {
    connection.closeSync();
  }
}

/** Runs a long statement with its progress. Returns false if Ctrl-C ended it. */
async function copied(connection: DuckDBConnection, sql: string): Promise<boolean> {
  await connection.run("SET enable_progress_bar = true");
  await connection.run("SET enable_progress_bar_print = false");
  const interrupt = interruptible();
  const line = new StatusLine();
  const timer = setInterval(() => {
    if (interrupt.stopped) connection.interrupt();
    const { percentage } = connection.progress;
    if (percentage > 0) line.show((ms) => `${Math.floor(percentage)} %, ${Math.ceil(ms / 1000)} s`);
  }, PROGRESS_MS);
  try {
    await connection.run(sql);
    return true;
  } catch (error) {
    if (interrupt.stopped) return false;
    throw error;
  } finally {
    clearInterval(timer);
    line.end();
    interrupt.close();
  }
}

interface Made {
  readonly tool: string;
  readonly output: string;
  readonly error: string;
}

/** Prints the count of rows, and the sentences of refused rows with theirs. */
async function report(
  args: Arguments,
  connection: DuckDBConnection,
  { tool, output, error }: Made,
): Promise<number> {
  const own = quotedName(error);
  const counts = await connection.runAndReadAll(
    `SELECT ${own}, count(*) AS n FROM ${fileSource(output)} GROUP BY ALL ORDER BY n DESC, ${own}`,
  );
  const kinds = counts.getRows().map(([kind, count]) => ({ kind, count: Number(count) }));
  const errors = kinds.filter(({ kind }) => kind !== null);
  const sum = (of: readonly { readonly count: number }[]) => of.reduce((all, { count }) => all + count, 0);
  const [rows, refused] = [sum(kinds), sum(errors)];
  const lines = errors.slice(0, MOST_ERRORS).map(({ kind, count }) => `  ${tidy(count)}  ${String(kind)}`);
  if (errors.length > MOST_ERRORS) lines.push(`  and ${errors.length - MOST_ERRORS} more kinds`);
  process.stdout.write(
    args.flag("json")
      ? `${JSON.stringify({ tool, rows, computed: rows - refused, refused, errors: errors.slice(0, MOST_ERRORS) }, null, 2)}\n`
      : `${[`${tidy(rows)} rows, ${tidy(rows - refused)} computed, ${tidy(refused)} refused`, ...lines, `Written: ${output}`].join("\n")}\n`,
  );
  return refused > 0 ? 1 : 0;
}
