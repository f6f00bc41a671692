// Opens a table that was sent: matches its columns with the tool, cuts it into parts and counts their rows, in slices, before
// anything is computed. Every size is bounded.
import type { RuntimeTool } from "../../engine/run/tool.js";
import { HEAD_BYTES } from "../../tables/head.js";
import { namesInJsonLines } from "../../tables/json-names.js";
import { BadTable } from "../../tables/layout.js";
import { type OpenTable, openTable } from "../../tables/open-table.js";
import { partsOf, type RecordForm, rowsIn } from "../../tables/parts.js";
import { MOST_CELLS } from "../../tables/xlsx-write.js";
import { BLOCK } from "../http/bodies.js";
import { slices } from "../http/slices.js";
import type { SentTable } from "./table-request.js";

/** Bytes of the longest row. */
const LONGEST_ROW = 1024 * 1024;
export const MOST_ROWS = 1_000_000;
/** Columns of a table, results included. */
export const MOST_COLUMNS = 1000;
const JSON_LINES: RecordForm = { from: "jsonl", separator: ",", header: [] };

/** Some whole rows of a table. */
export interface SentPart {
  readonly bytes: Uint8Array;
  readonly line: number;
  readonly rows: number;
}

export interface OpenSent extends OpenTable {
  readonly parts: readonly SentPart[];
  readonly rows: number;
}

/** Throws BadTable for a table that cannot be computed. */
export async function openSent(
  tool: RuntimeTool,
  definition: string,
  { from, to, blocks, wishes }: SentTable,
  signal: AbortSignal,
): Promise<OpenSent> {
  const pause = slices();
  /** Lets other requests run, and throws if the caller has left. */
  const breathe = async () => {
    await pause();
    signal.throwIfAborted();
  };
  const beginning = Buffer.concat(blocks.slice(0, HEAD_BYTES / BLOCK));
  const lines = from === "jsonl" ? await cut(blocks, JSON_LINES, 0, 1, breathe) : undefined;
  const names =
    lines === undefined || to === "jsonl" ? undefined : await namesInJsonLines(linesOf(lines, breathe));
  const table = openTable(tool, beginning, {
    ...wishes,
    ...{ from: lines === undefined ? "csv" : "jsonl", to: to === "jsonl" ? "jsonl" : "csv", definition },
    ...(names === undefined ? {} : { names }),
  });
  const columns = table.layout.header.length + table.layout.names.length;
  if (columns > MOST_COLUMNS)
    throw new BadTable(
      `The table with its results has ${columns} columns; at most ${MOST_COLUMNS} are computed.`,
    );
  const parts = lines ?? (await cut(blocks, table.layout, table.start, table.line, breathe));
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  if (rows === 0) throw new BadTable("The table has no rows.");
  if (to === "xlsx" && (rows + 1) * columns > MOST_CELLS)
    throw new BadTable(
      `The results have more than ${MOST_CELLS} cells, too many for a spreadsheet. Accept text/csv.`,
    );
  return { ...table, parts, rows };
}

/** Cuts a table where rows end, a part for each block. The blocks are emptied meanwhile. */
async function cut(
  blocks: Buffer[],
  form: RecordForm,
  start: number,
  first: number,
  breathe: () => Promise<void>,
): Promise<SentPart[]> {
  const parts: SentPart[] = [];
  let rows = 0;
  /** Bytes read so far, and bytes of complete rows among them. */
  let [read, whole] = [0, start];
  const taken = async function* () {
    for (let block = blocks.shift(); block !== undefined; block = blocks.shift()) {
      await breathe();
      if (read - whole > LONGEST_ROW)
        throw new BadTable(
          `A row behind line ${parts.at(-1)?.line ?? first} has more than ${LONGEST_ROW} bytes, or a quote that is never closed.`,
        );
      const before = Math.max(0, start - read);
      read += block.length;
      if (before < block.length) yield block.subarray(before);
    }
  };
  for await (const { bytes, line } of partsOf(taken(), form, first)) {
    whole += bytes.length;
    const own = rowsIn(bytes, form);
    rows += own;
    if (rows > MOST_ROWS)
      throw new BadTable(
        `The table has more than ${MOST_ROWS} rows. Send it in several, or compute it with plumbline run --table.`,
      );
    if (own > 0) parts.push({ bytes, line, rows: own });
  }
  return parts;
}

async function* linesOf(parts: readonly SentPart[], breathe: () => Promise<void>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for (const { bytes } of parts) {
    await breathe();
    yield* decoder.decode(bytes).split("\n");
  }
}
