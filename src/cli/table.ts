// `plumbline run <tool> --table`: computes a table of inputs, and prints a summary.
import { createReadStream, createWriteStream, existsSync, statSync } from "node:fs";
import { open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { sha256 } from "../definitions/folder.js";
import { identityOf } from "../definitions/identity.js";
import type { RuntimeTool } from "../engine/run/tool.js";
import type { Arguments } from "../settings/arguments.js";
import { Usage } from "../settings/usage.js";
import { writeNamed } from "../settings/write-file.js";
import { type ColumnTypes, typedColumns } from "../tables/column-types.js";
import { asUtf8, utf16In } from "../tables/encoding.js";
import { sheetToText, type TableForm, textToSheet } from "../tables/forms.js";
import { HEAD_BYTES } from "../tables/head.js";
import { namesInJsonLines } from "../tables/json-names.js";
import { BadTable, MissingColumns, PARQUET, readsNoParquet } from "../tables/layout.js";
import { FORMULAS, type OpenTable, openTable, type Wishes } from "../tables/open-table.js";
import { finish, partOf, type TableOutcome, workThroughTable } from "../tables/work-through.js";
import { tableWorkers } from "../tables/workers.js";
import { refuseLargeSheet, type SheetWish } from "../tables/xlsx-read.js";
import { fixedFields } from "./inputs.js";
import { interruptible } from "./progress.js";
import { readOptions } from "./table-options.js";
import { TableProgress } from "./table-progress.js";
import { summaryData, summaryText, tidy } from "./table-summary.js";
import type { NamedTool } from "./tools.js";

/** Bytes of a table that one thread finishes before others have started. */
const SMALL = 2 * 1024 * 1024;
const MOST_WORKERS = 64;

export async function runTable(args: Arguments, { set, tool }: NamedTool): Promise<number> {
  const file = args.text("table") ?? "";
  const output = args.text("output");
  if (!existsSync(file)) throw new Usage(`There is no table ${file}.`);
  refuseFolders(file, [output, args.text("html")]);
  if (output !== undefined && resolve(output) === resolve(file))
    throw new Usage("The results would take the place of the table; name another file with --output.");
  const from = formOf(file);
  const to = output === undefined ? asText(from) : formOf(output);
  // Rows are computed from text, so other formats are converted before and after.
  const { sheet, ...options } = await readOptions(args);
  const utf16 = from === "csv" ? utf16In(await beginningOf(file)) : undefined;
  const isText = from === asText(from) && utf16 === undefined;
  const rows = isText ? file : `${output ?? join(tmpdir(), `plumbline-${process.pid}`)}.rows.part`;
  try {
    if (utf16 !== undefined) await pipeline(asUtf8(createReadStream(file), utf16), createWriteStream(rows));
    const types = from === "xlsx" ? await sheetAsText(file, rows, { ...options, sheet, inputs: tool }) : {};
    const wishes: Wishes = {
      from: asText(from),
      to: asText(to),
      isSheet: from === "xlsx",
      ...options,
      fixed: fixedFields(tool, args),
      columns: args.text("columns"),
      definition: identityOf(set, tool).sha256,
      readings: {
        dates: args.word("dates", ["day-first", "month-first"]),
        decimals: args.word("decimals", ["comma", "point"]),
      },
      formulas: args.word("formulas", FORMULAS),
      ...(from === "jsonl" && to !== "jsonl"
        ? { names: await namesInJsonLines(createInterface({ input: createReadStream(rows) })) }
        : {}),
    };
    const table = openTable(tool, await beginningOf(rows), wishes);
    if (table.carried.length > 0)
      process.stderr.write(`Columns kept as they are: ${table.carried.join(", ")}.\n`);
    for (const note of table.notes) process.stderr.write(`${note}\n`);
    const worked = await work(args, { set, tool }, { file, rows, output, table });
    if (!worked.complete) {
      const go =
        output === undefined ? "" : ` They are in ${partOf(output)}; the same command goes on from there.`;
      process.stderr.write(`Interrupted after ${tidy(worked.tally.rows)} rows.${go}\n`);
      return 130;
    }
    if (output !== undefined) {
      const made = to === "xlsx" ? `${output}.making` : partOf(output);
      if (to === "xlsx") {
        const { layout, head } = table;
        const columns = typedColumns(tool, layout, types);
        const rows = { file: partOf(output), start: head.length };
        await writeFile(made, await textToSheet({ rows, columns, separator: layout.separator }));
      }
      await finish(output, made);
    }
    return await report(args, tool, worked, output);
  } catch (error) {
    const words = error instanceof BadTable ? refusal(file, error) : wordsFor(error, output);
    if (words === undefined) throw error;
    process.stderr.write(`${words}\n`);
    return 1;
  } finally {
    if (rows !== file) await rm(rows, { force: true });
  }
}

/** Converts a spreadsheet to CSV. Returns the types of its columns. */
async function sheetAsText(file: string, csv: string, wish: SheetWish): Promise<ColumnTypes> {
  refuseLargeSheet((await stat(file)).size);
  const { text, types, sheet, sheets } = await sheetToText(await readFile(file), wish);
  if (sheets.length > 1) process.stderr.write(`Sheet ${sheet} of ${sheets.join(", ")}.\n`);
  await writeFile(csv, text);
  return types;
}

/** Checks output paths before the run starts. */
export function refuseFolders(file: string, made: readonly (string | undefined)[]): void {
  for (const each of [file, ...made]) {
    if (each === undefined) continue;
    if (existsSync(each) && statSync(each).isDirectory()) throw new Usage(`${each} is a folder, not a file.`);
    if (!existsSync(dirname(each))) throw new Usage(`There is no folder ${dirname(each)}.`);
  }
}

const FORMS: Readonly<Record<string, TableForm>> = {
  ".csv": "csv",
  ".tsv": "csv",
  ".txt": "csv",
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
  ".xlsx": "xlsx",
};

export function formOf(file: string): TableForm {
  const form = FORMS[extname(file).toLowerCase()];
  if (form !== undefined) return form;
  if (PARQUET.test(file)) throw new Usage(readsNoParquet(file));
  const hint = /\.(xls[mb]?|ods|numbers)$/i.test(file)
    ? " Save the spreadsheet as .xlsx or as CSV UTF-8."
    : "";
  throw new Usage(`Unknown table format ${extname(file) || file}; use .csv, .jsonl or .xlsx.${hint}`);
}

/** Returns the text format for computing. */
function asText(form: TableForm): "csv" | "jsonl" {
  return form === "jsonl" ? "jsonl" : "csv";
}

/** Returns the error of a table, with mapping lines for missing columns. */
export function refusal(file: string, error: BadTable): string {
  const lines = [`${file}: ${error.message}`];
  if (error instanceof MissingColumns) {
    lines.push("Name the columns:");
    for (const [input, column] of Object.entries(error.proposal))
      lines.push(`  --map "${column === "" ? "name of its column" : column}=${input}"`);
    lines.push("A value for all rows is an option too, such as --input_name value.");
  }
  return lines.join("\n");
}

async function beginningOf(file: string): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

interface Given {
  readonly file: string;
  readonly rows: string;
  readonly output: string | undefined;
  readonly table: OpenTable;
}

async function work(
  args: Arguments,
  { set, tool }: NamedTool,
  { file, rows, output, table }: Given,
): Promise<TableOutcome> {
  const { size, mtimeMs } = statSync(file);
  const bytes = statSync(rows).size;
  const count = args.whole("workers", 1, MOST_WORKERS) ?? (bytes < SMALL ? 1 : availableParallelism());
  const workers = tableWorkers(set, tool, table.layout, count);
  const interrupt = interruptible();
  const progress = new TableProgress(bytes);
  try {
    return await workThroughTable({
      ...table,
      input: rows,
      output,
      workers,
      write: toStandardOutput,
      // Enough blocks for this thread while others start.
      ahead: count === 1 ? 1 : 2 * count + 8,
      fingerprint: sha256(JSON.stringify([resolve(file), size, mtimeMs, tool.facts.files, table.layout])),
      stopped: () => interrupt.stopped,
      progress: (done, read) => progress.at(done, read),
    });
  } finally {
    progress.end();
    interrupt.close();
    await workers.close();
  }
}

export async function toStandardOutput(bytes: Uint8Array): Promise<void> {
  await new Promise<void>((done) => process.stdout.write(bytes, () => done()));
}

async function report(
  args: Arguments,
  tool: RuntimeTool,
  { tally, resumed }: TableOutcome,
  output: string | undefined,
): Promise<number> {
  const page = args.text("html");
  if (page !== undefined) {
    const { summaryPage } = await import("./table-page.js");
    writeNamed(page, summaryPage(tool, tally));
  }
  const out = output === undefined ? process.stderr : process.stdout;
  out.write(
    args.flag("json")
      ? `${JSON.stringify(summaryData(tool, tally), null, 2)}\n`
      : summaryText(tool, tally, { resumed, output, page }),
  );
  return tally.refused > 0 ? 1 : 0;
}

/** Describes a disk error with the next step. */
function wordsFor(error: unknown, output: string | undefined): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || output === undefined) return undefined;
  const full = ["ENOSPC", "EDQUOT", "EFBIG"].includes(String(error.code));
  if (!full && !["EACCES", "EPERM", "ENOENT", "EROFS"].includes(String(error.code))) return undefined;
  const next = full ? ` Free some space and repeat the command; it continues from ${partOf(output)}.` : "";
  return `${output} cannot be written: ${error.message}.${next}`;
}
