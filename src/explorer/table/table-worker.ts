// The worker of the Table tab: reads a file, computes its rows with the tool's module, and stores them.
import type { RuntimeTool } from "../../engine/run/tool.js";
import { chunkWork } from "../../tables/chunk.js";
import { csvHead, HEAD_BYTES } from "../../tables/head.js";
import { BadTable, MissingColumns } from "../../tables/layout.js";
import { headingsCounter } from "../../tables/matching.js";
import { type OpenTable, openTable } from "../../tables/open-table.js";
import { partsOf } from "../../tables/parts.js";
import { addTally, emptyTally, type Tally } from "../../tables/tally.js";
import { messageOf } from "../../wording/wording.js";
import { openTool } from "../open-tool.js";
import type { CatalogueEntry } from "../tool-data.js";
import { standBack } from "../worker/long-work.js";
import type { TableMessage, TableReport, TableRequest, TableSettings, Understood } from "./messages.js";
import { type FileText, MOST_ROWS, readFile } from "./read-file.js";
import { labelColumns, RowStore } from "./row-store.js";
import { tasksOf } from "./to-do.js";
import type { Computed } from "./written.js";

/** Bytes computed before other messages are handled. */
const BLOCK = 8 * 1024;
const REPORT_EVERY_MS = 100;
const MOST_ASSUMED = 1000;
const MOST_TO_DO = 20_000;

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<TableRequest>) => void) | null;
  postMessage: (message: TableMessage) => void;
};

interface Work {
  readonly rows: RowStore;
  readonly computed: Computed;
  readonly table: OpenTable;
  readonly bytes: Uint8Array;
  readonly parts: Uint8Array[];
  readonly assumed: Map<string, number>;
}

let work: Work | undefined;
let opened = 0;
/** The last file, so that other column settings do not read it again. */
let last: { readonly key: string; readonly text: Promise<FileText> } | undefined;

async function toolOf(entry: CatalogueEntry): Promise<RuntimeTool> {
  const { local } = await openTool(entry);
  if (local === undefined) throw new Error("this tool does not compute in the page");
  return local;
}

async function open(entry: CatalogueEntry, file: File, settings: TableSettings): Promise<Understood> {
  work = undefined;
  const own = ++opened;
  const { mapping, sheet, headerLine } = settings;
  const tool = await toolOf(entry);
  const key = JSON.stringify([file.name, file.size, file.lastModified, sheet, headerLine]);
  if (last?.key !== key) last = { key, text: readFile(file, { inputs: tool, mapping, sheet, headerLine }) };
  const text = await last.text;
  const { bytes, types, sheets } = text;
  if (own !== opened) throw new Error("another table was opened meanwhile");
  const beginning = bytes.subarray(0, HEAD_BYTES);
  const wish = { count: headingsCounter(tool, mapping), line: headerLine };
  const { header, sample, top, headerLine: line } = csvHead(beginning, wish);
  const read = { sheet: text.sheet, sheets, top, headerLine: line };
  const firsts = header.map((_, at) => sample.find((row) => (row[at] ?? "") !== "")?.[at] ?? "");
  let table: OpenTable;
  try {
    table = openTable(tool, beginning, {
      from: "csv",
      to: "csv",
      columns: "usual,assumptions,definition_sha256",
      definition: entry.hash,
      isSheet: sheets.length > 0,
      ...settings,
    });
  } catch (error) {
    if (!(error instanceof BadTable)) throw error;
    const blank = { ...read, header, firsts, notes: [] };
    if (error instanceof MissingColumns) return { ...blank, fields: error.fields, missing: error.proposal };
    return { ...blank, fields: header.map(() => null), missing: {}, fault: error.message };
  }
  const { layout, notes, head } = table;
  const parts = [head];
  const assumed = new Map<string, number>();
  const labels = labelColumns(layout.fields);
  const computed: Computed = {
    entry,
    tool,
    layout,
    types,
    file: file.name,
    parts,
    tally: emptyTally(),
    notes,
    assumed,
    labels,
    toDo: [],
  };
  work = {
    rows: new RowStore(tool, layout, labels),
    computed,
    table,
    bytes,
    parts,
    assumed,
  };
  void compute(work).catch((error: unknown) => tell(work?.computed.tally, 1, "stopped", messageOf(error)));
  return { ...read, header, firsts, fields: layout.fields, notes, missing: {} };
}

function tell(tally: Tally | undefined, share: number, state: TableReport["state"], fault?: string): void {
  const progress = { tally: tally ?? emptyTally(), share, state, ...(fault === undefined ? {} : { fault }) };
  scope.postMessage({ progress });
}

function* blocksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += BLOCK) yield bytes.subarray(at, at + BLOCK);
}

async function compute(mine: Work): Promise<void> {
  const { rows, computed, table, bytes, parts, assumed } = mine;
  const { tool, layout, tally, labels, toDo } = computed;
  const each = chunkWork(tool, layout, (row, outcome) => {
    rows.see(row, outcome);
    if (toDo.length < MOST_TO_DO) toDo.push(...tasksOf(row, outcome, tool, layout, labels));
    if (!outcome.ok || !Array.isArray(outcome.result.assumptions)) return;
    for (const text of outcome.result.assumptions.map(String))
      if (assumed.has(text) || assumed.size < MOST_ASSUMED) assumed.set(text, (assumed.get(text) ?? 0) + 1);
  });
  let read = table.start;
  let reported = 0;
  for await (const { bytes: part, line } of partsOf(blocksOf(bytes.subarray(read)), layout, table.line)) {
    await standBack();
    if (work !== mine) return;
    const { bytes: done, tally: own } = each(part, line);
    parts.push(done);
    addTally(tally, own);
    read += part.length;
    if (rows.length >= MOST_ROWS && read < bytes.length) return tell(tally, read / bytes.length, "full");
    if (performance.now() - reported > REPORT_EVERY_MS) {
      reported = performance.now();
      tell(tally, read / bytes.length, "working");
    }
  }
  tell(tally, 1, "done");
}

/** Keeps computed rows and skips the rest. */
function stop(): undefined {
  if (work === undefined) return undefined;
  // The loop compares this object to detect that it was stopped.
  work = { ...work };
  tell(work.computed.tally, 1, "stopped");
  return undefined;
}

async function answer(request: TableRequest): Promise<unknown> {
  if (request.job === "open") return open(request.entry, request.file, request.settings);
  if (request.job === "template") {
    const [tool, { template }] = await Promise.all([toolOf(request.entry), import("./written.js")]);
    return template(tool);
  }
  if (work === undefined) throw new Error("no table is open");
  const { rows, computed } = work;
  switch (request.job) {
    case "stop":
      return stop();
    case "rows":
      return rows.window(request.query, request.from, request.count);
    case "input":
      return rows.input(request.line);
    case "results": {
      const { resultsCsv, resultsXlsx } = await import("./written.js");
      return request.form === "csv" ? resultsCsv(computed) : resultsXlsx(computed);
    }
  }
}

scope.onmessage = ({ data }) => {
  answer(data)
    .then((value) => scope.postMessage({ id: data.id, value }))
    .catch((error: unknown) => scope.postMessage({ id: data.id, error: messageOf(error) }));
};
