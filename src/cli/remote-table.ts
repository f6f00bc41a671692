// `plumbline run <tool> --table FILE --server URL`: sends a table to a service and writes the results as they arrive.
import { createWriteStream, existsSync } from "node:fs";
import { readFile, rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { isRecord } from "../json/objects.js";
import type { Arguments } from "../settings/arguments.js";
import { Usage } from "../settings/usage.js";
import { recordsOf } from "../tables/csv.js";
import { decoded } from "../tables/encoding.js";
import { TABLE_TYPES, type TableForm } from "../tables/forms.js";
import { csvHead } from "../tables/head.js";
import { partsOf, type RecordForm } from "../tables/parts.js";
import { partOf } from "../tables/work-through.js";
import { messageOf } from "../wording/wording.js";
import { fixedFields } from "./inputs.js";
import { formOf, refuseFolders, toStandardOutput } from "./table.js";
import { readOptions } from "./table-options.js";
import { TableProgress } from "./table-progress.js";
import { tidy } from "./table-summary.js";

/** Bytes of the largest table that a service accepts. */
const LARGEST = 64 * 1024 * 1024;
/** Bytes that contain the header of the results. */
const HEAD = 64 * 1024;
const LOCAL = ["html", "json", "workers", "definitions"];

export async function runRemoteTable(args: Arguments): Promise<number> {
  const local = LOCAL.find((name) => args.flag(name));
  if (local !== undefined) throw new Usage(`--${local} does not go with --server.`);
  const [tool] = args.words;
  if (tool === undefined) throw new Usage("Name the tool to run.");
  const file = args.text("table") ?? "";
  const output = args.text("output");
  if (!existsSync(file)) throw new Usage(`There is no table ${file}.`);
  refuseFolders(file, [output]);
  const from = formOf(file);
  const to = output === undefined ? (from === "xlsx" ? "csv" : from) : formOf(output);
  if ((await stat(file)).size > LARGEST)
    throw new Usage(`A service takes at most ${LARGEST / 2 ** 20} MiB. Compute ${file} without --server.`);
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  process.once("SIGINT", stop);
  try {
    const answer = await fetch(await addressOf(args, tool), {
      method: "POST",
      headers: { ...keyHeader(), "content-type": TABLE_TYPES[from], accept: TABLE_TYPES[to] },
      body: await readFile(file),
      signal: interrupt.signal,
    });
    return answer.ok ? await write(answer, to, output) : await refusal(file, answer);
  } catch (error) {
    if (error instanceof Usage) throw error;
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const words = interrupt.signal.aborted
      ? "Interrupted."
      : `No results of the service: ${messageOf(cause)}.`;
    process.stderr.write(`${words}\n`);
    return interrupt.signal.aborted ? 130 : 1;
  } finally {
    process.off("SIGINT", stop);
  }
}

function keyHeader(): Record<string, string> {
  const key = process.env.PLUMBLINE_KEY ?? "";
  return key === "" ? {} : { authorization: `Bearer ${key}` };
}

async function addressOf(args: Arguments, tool: string): Promise<URL> {
  const server = args.text("server") ?? "";
  if (!URL.canParse(server))
    throw new Usage(`--server must be an address such as https://api.example.org, not ${server}.`);
  const base = `${server.replace(/\/+$/, "")}/v1/tools/${encodeURIComponent(tool)}`;
  const address = new URL(`${base}/table`);
  for (const name of ["columns", "dates", "decimals", "formulas"])
    if (args.flag(name)) address.searchParams.set(name, args.text(name) ?? "");
  const { mapping = {}, words = {}, sheet, headerLine } = await readOptions(args);
  if (Object.keys(mapping).length > 0) address.searchParams.set("mapping", JSON.stringify(mapping));
  if (Object.keys(words).length > 0) address.searchParams.set("words", JSON.stringify(words));
  if (sheet !== undefined) address.searchParams.set("sheet", sheet);
  if (headerLine !== undefined) address.searchParams.set("header_row", String(headerLine));
  if (args.inputs.length === 0) return address;
  // The service's schema determines the types of inputs.
  const entry: unknown = await (await fetch(base, { headers: keyHeader() })).json();
  if (!isRecord(entry) || !isRecord(entry.inputSchema)) throw new Usage(`${server} has no tool ${tool}.`);
  const fixed = fixedFields({ inputSchema: entry.inputSchema }, args);
  address.searchParams.set("input", JSON.stringify(fixed));
  return address;
}

interface Refused {
  readonly detail: string;
  readonly errors?: readonly { readonly message: string }[];
}

async function refusal(file: string, answer: Response): Promise<number> {
  const isProblem = answer.headers.get("content-type")?.includes("problem+json") === true;
  const { detail, errors = [{ message: detail }] } = isProblem
    ? ((await answer.json()) as Refused)
    : { detail: `The service answered ${answer.status}.` };
  for (const { message } of errors) process.stderr.write(`${file}: ${message}\n`);
  return 1;
}

/** Writes the results with progress, and reports rows without a result. */
async function write(answer: Response, to: TableForm, output: string | undefined): Promise<number> {
  const description = answer.headers.get("x-table");
  if (description === null) throw new Error("the answer has no header X-Table");
  const { rows: all, carried, notes } = JSON.parse(description) as Described;
  if (carried.length > 0) process.stderr.write(`Columns kept as they are: ${carried.join(", ")}.\n`);
  for (const note of notes) process.stderr.write(`${note}\n`);
  const progress = new TableProgress(all);
  let [rows, failed] = [0, 0];
  const seen = async function* () {
    for await (const part of partsIn(answer.body ?? new Blob([]).stream(), to)) {
      rows += part.rows;
      failed += part.failed;
      progress.at(rows, rows);
      yield part.bytes;
    }
  };
  try {
    if (output === undefined) for await (const bytes of seen()) await toStandardOutput(bytes);
    else {
      await pipeline(seen, createWriteStream(partOf(output)));
      await rename(partOf(output), output);
    }
  } finally {
    progress.end();
    if (output !== undefined) await rm(partOf(output), { force: true });
  }
  const left = to === "xlsx" ? "" : `, ${tidy(failed)} without a result`;
  process.stderr.write(`${tidy(all)} rows${left}.${output === undefined ? "" : ` Written: ${output}`}\n`);
  return failed > 0 ? 1 : 0;
}

interface Described {
  readonly rows: number;
  readonly carried: readonly string[];
  readonly notes: readonly string[];
}

interface Results {
  readonly bytes: Uint8Array;
  readonly rows: number;
  /** Rows with an error instead of a result. */
  readonly failed: number;
}

/** Yields results as they arrive with row counts, which are unavailable for spreadsheets. */
async function* partsIn(body: AsyncIterable<Uint8Array>, to: TableForm): AsyncGenerator<Results> {
  if (to === "xlsx") {
    for await (const bytes of body) yield { bytes, rows: 0, failed: 0 };
    return;
  }
  const blocks = body[Symbol.asyncIterator]();
  const beginning: Uint8Array[] = [];
  for (let size = 0; to === "csv" && size < HEAD; size += beginning.at(-1)?.length ?? 0) {
    const next = await blocks.next();
    if (next.done === true) break;
    beginning.push(next.value);
  }
  const head = Buffer.concat(beginning);
  const { separator, header, start } = to === "csv" ? csvHead(head) : { separator: "", header: [], start: 0 };
  const form: RecordForm = { from: to, separator, header };
  yield { bytes: head.subarray(0, start), rows: 0, failed: 0 };
  const rest = async function* () {
    yield head.subarray(start);
    for (let next = await blocks.next(); next.done !== true; next = await blocks.next()) yield next.value;
  };
  for await (const { bytes } of partsOf(rest(), form, 0)) {
    const errors = errorsIn(decoded(bytes).text, form);
    yield { bytes, rows: errors.length, failed: errors.filter((error) => error).length };
  }
}

/** Returns for each row whether the column before the last contains an error. */
function errorsIn(text: string, { from, separator, header }: RecordForm): boolean[] {
  if (from === "csv")
    return Array.from(recordsOf(text, separator, header.length), ({ cells }) => cells.at(-2) !== "");
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map(
    (line) =>
      Object.keys(JSON.parse(line) as object)
        .at(-1)
        ?.endsWith("error_fields") === true,
  );
}
