// Answers a request for a table: receives it, charges its rows, and streams the results in order. Nothing is stored;
// uncomputed rows are refunded if the client leaves.
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Admission, Grant, Refusal } from "../../access/admission.js";
import { identityOf } from "../../definitions/identity.js";
import type { RuntimeTool } from "../../engine/run/tool.js";
import { type ColumnTypes, typedColumns } from "../../tables/column-types.js";
import { asUtf8, utf16In } from "../../tables/encoding.js";
import { sheetToText, TABLE_TYPES, textToSheet } from "../../tables/forms.js";
import { LARGEST_SHEET } from "../../tables/xlsx-read.js";
import { refused, sendAnswer } from "../calls/admission.js";
import { identify, unknownTool } from "../calls/calls.js";
import { inBlocks, receive } from "../http/bodies.js";
import { BadBody } from "../http/problems.js";
import type { Service } from "../options.js";
import { MOST_COLUMNS, MOST_ROWS, type OpenSent, openSent } from "./open-sent.js";
import { isText, readSent, type SentTable } from "./table-request.js";
import type { Sender, TableComputer } from "./table-work.js";

/** Bytes of the largest table, as sent and as text. */
export const LARGEST_TABLE = 64 * 1024 * 1024;
const SHEET_BOUNDS = {
  rows: MOST_ROWS,
  columns: MOST_COLUMNS,
  bytes: LARGEST_TABLE,
  memoryMb: 512,
  deadlineMs: 30_000,
};
/** Attempts to charge rows while other requests of the caller use up the same month. */
const ATTEMPTS = 3;
/** Characters of the header that describes the table. Proxies refuse headers of some kilobytes. */
const LONGEST_HEADER = 2000;

export async function answerTable(
  { set, admission }: Service,
  work: TableComputer,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<FastifyReply> {
  const body = await new Promise<Buffer[]>((resolve, reject) => {
    receive(request, isText(request) ? LARGEST_TABLE : LARGEST_SHEET, (error, blocks) =>
      error === null ? resolve(blocks) : reject(error),
    );
  });
  const { allowance } = request;
  if (allowance === null) throw new Error("the body was not admitted");
  const { name } = request.params as { name: string };
  const tool = set.tools.get(name);
  if (tool === undefined) throw new BadBody(unknownTool(set.tools, name));
  const identity = identityOf(set, tool);
  identify(reply, identity);
  const sent = await readSent(request, body);
  const { to } = sent;
  const sender: Sender = { allowance, signal };
  const { text, types } = await asText(sent, tool, sender, work);
  const table = await openSent(tool, identity.sha256, text, signal);
  const verdict = await chargeRows(admission, request, table.rows);
  if ("refusal" in verdict) return sendAnswer(reply, refused(verdict));
  const { grant, charged } = verdict;
  reply.headers(grant.settle(0)).header("x-table", description(table));
  const computed = { tool: name, layout: table.layout, parts: table.parts, charged };
  const results = work.compute(computed, sender, (uncomputed) => grant.settle(uncomputed));
  const content =
    to === "xlsx"
      ? await sheetOf(tool, table, types, results, sender, work)
      : await streamOf(table.head, results, signal);
  return reply
    .header("content-type", to === "csv" ? `${TABLE_TYPES.csv}; charset=utf-8` : TABLE_TYPES[to])
    .header("content-disposition", `attachment; filename="${name}.${to}"`)
    .send(content);
}

/** Converts a spreadsheet to CSV, and UTF-16 to UTF-8. */
async function asText(
  sent: SentTable,
  tool: RuntimeTool,
  sender: Sender,
  work: TableComputer,
): Promise<{ readonly text: SentTable; readonly types: ColumnTypes }> {
  const utf16 = sent.from === "csv" ? utf16In(sent.blocks[0] ?? new Uint8Array()) : undefined;
  if (utf16 !== undefined) {
    const blocks: Buffer[] = [];
    for await (const part of asUtf8(sent.blocks.splice(0), utf16)) blocks.push(Buffer.from(part));
    const bytes = Buffer.concat(blocks);
    hold(sender, bytes.length);
    return { text: { ...sent, blocks: inBlocks(bytes) }, types: {} };
  }
  if (sent.from !== "xlsx") return { text: sent, types: {} };
  const sheet = Buffer.concat(sent.blocks.splice(0));
  const { sheet: name, wishes } = sent;
  const wish = { inputs: tool, sheet: name, mapping: wishes.mapping ?? {}, headerLine: wishes.headerLine };
  const { text, types } = await work.convert(sender, () =>
    sheetToText(sheet, wish, SHEET_BOUNDS, sender.signal),
  );
  const bytes = Buffer.from(text);
  hold(sender, bytes.length);
  const read = { ...wishes, isSheet: true };
  return { text: { ...sent, from: "csv", blocks: inBlocks(bytes), wishes: read }, types };
}

/** Counts bytes in memory as bytes of the request. */
function hold({ allowance }: Sender, bytes: number): void {
  const fault = allowance.hold(bytes);
  if (fault !== undefined) throw new BadBody(fault);
}

/** Charges one request of the minute and as many rows as the month has left, at least one. */
async function chargeRows(
  admission: Admission,
  request: FastifyRequest,
  rows: number,
): Promise<Refusal | { readonly grant: Grant; readonly charged: number }> {
  for (let attempt = 1; ; attempt++) {
    const standing = await admission(request, 0);
    if ("refusal" in standing) return standing;
    const charged = Math.max(1, Math.min(rows, standing.standing?.callsLeft ?? rows));
    const verdict = await admission(request, charged, 1);
    if (!("refusal" in verdict)) return { grant: verdict, charged };
    const isTaken = verdict.refusal.more.limit === "month" && charged > 1;
    if (!isTaken || attempt === ATTEMPTS) return verdict;
  }
}

/** Rows of the table, columns that are no inputs and notes on how it was read, as JSON in ASCII. */
function description({ rows, carried, notes }: OpenSent): string {
  const text = asAscii({ rows, carried, notes });
  if (text.length <= LONGEST_HEADER) return text;
  return asAscii({
    rows,
    carried: [],
    notes: [`${carried.length} columns are no inputs and kept as they are.`],
  });
}

function asAscii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Waits for the first part, so that its failure is still answered with a problem document. */
async function streamOf(
  head: Uint8Array,
  results: AsyncGenerator<Uint8Array>,
  signal: AbortSignal,
): Promise<Readable> {
  const first = await results.next();
  const stream = Readable.from(
    (async function* () {
      if (head.length > 0) yield head;
      if (first.done !== true) yield first.value;
      yield* results;
    })(),
    { objectMode: false },
  );
  // A stream that is closed before it is read does not end the generators behind it.
  stream.once("close", () => void results.return(undefined));
  signal.addEventListener("abort", () => stream.destroy());
  if (signal.aborted) stream.destroy();
  signal.throwIfAborted();
  return stream;
}

async function sheetOf(
  tool: RuntimeTool,
  { layout }: OpenSent,
  types: ColumnTypes,
  results: AsyncGenerator<Uint8Array>,
  sender: Sender,
  work: TableComputer,
): Promise<Buffer> {
  const rows: Uint8Array[] = [];
  for await (const bytes of results) {
    hold(sender, bytes.length);
    rows.push(bytes);
  }
  const columns = typedColumns(tool, layout, types);
  const { separator } = layout;
  const write = () => textToSheet({ rows, columns, separator }, SHEET_BOUNDS, sender.signal);
  return Buffer.from(await work.convert(sender, write));
}
