// `plumbline table`: a table of a definition as a spreadsheet, and the edited spreadsheet back into the definition.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { filesIn, readSchemas, sha256 } from "../definitions/folder.js";
import { withExtended } from "../definitions/read-folder.js";
import type { DefinitionFile } from "../engine/language/files.js";
import { formatFinding, Report } from "../engine/language/findings.js";
import { Memory } from "../engine/language/memory.js";
import { type ReadSet, readSet } from "../engine/read/set.js";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder } from "../settings/served-set.js";
import { Usage } from "../settings/usage.js";
import { writeWhole } from "../settings/write-file.js";
import { csvCell, recordsOf } from "../tables/csv.js";
import { decoded } from "../tables/encoding.js";
import { sheetToText } from "../tables/forms.js";
import { csvHead } from "../tables/head.js";
import { BadTable } from "../tables/layout.js";
import { type SheetCell, type WrittenSheet, sheetOf as writtenSheet } from "../tables/xlsx-write.js";
import { guarded, unguarded } from "../wording/formulas.js";
import { manyOf, noSuch } from "../wording/wording.js";
import type { EditedSheet } from "../workbench/edited-sheet.js";
import { patchOf } from "../workbench/table-patch.js";
import {
  cellText,
  type FoundTable,
  ROW_ID,
  type Sheet,
  sheetOf,
  tablesIn,
} from "../workbench/table-sheet.js";

export async function table(args: Arguments): Promise<number> {
  const [verb, name, file] = args.words;
  if (verb !== "export" && verb !== "import") throw new Usage("Say plumbline table export or import.");
  if (name === undefined) throw new Usage(`Name the table to ${verb}.`);
  const folder = authorsFolder(args.atMost(verb === "import" ? 3 : 2));
  const files = filesIn(folder);
  const { read } = readAll(files);
  const tables = tablesIn(files, read);
  const found = tables.get(name);
  if (found === undefined) throw new Usage(noSuch("table", name, tables.keys()).message);
  if (verb === "export") return exported(name, found, args.text("output"));
  if (file === undefined) throw new Usage("Name the spreadsheet: plumbline table import <table> <file>.");
  if (!existsSync(file)) throw new Usage(`There is no file ${file}.`);
  return imported(folder, files, found, await editedSheet(file), args.flag("delete-rows"));
}

function readAll(files: readonly DefinitionFile[]): { readonly read: ReadSet; readonly report: Report } {
  const report = new Report();
  const all = withExtended([...files]);
  return {
    read: readSet(new Map(all.map((each) => [each.path, each])), readSchemas(), new Memory(), report),
    report,
  };
}

async function exported(name: string, found: FoundTable, output: string | undefined): Promise<number> {
  const sheet = sheetOf(found);
  if (output === undefined) {
    process.stdout.write(csvOf(sheet));
    return 0;
  }
  const [, form] = /\.(csv|xlsx)$/i.exec(output) ?? [];
  if (form === undefined) throw new Usage("--output ends with .csv or .xlsx.");
  // Spreadsheets know UTF-8 by its mark.
  writeWhole(
    output,
    form.toLowerCase() === "csv" ? `\uFEFF${csvOf(sheet)}` : await workbookOf(name, found, sheet),
  );
  process.stdout.write(
    `${output}: ${manyOf(sheet.rows.length, "row")} of ${found.file.path}. Leave ${ROW_ID} as it is; a new row has none.\n`,
  );
  return 0;
}

export function csvOf({ columns, rows }: Sheet): string {
  const lines = [
    [ROW_ID, ...columns.map(({ title }) => title)],
    ...rows.map(({ id, cells }) => [id, ...cells.map(({ value }) => cellText(value))]),
  ];
  return lines.map((line) => `${line.map((cell) => csvCell(guarded(cell), ",")).join(",")}\n`).join("");
}

export async function workbookOf(name: string, found: FoundTable, { columns, rows }: Sheet): Promise<Buffer> {
  const header = [ROW_ID, ...columns.map(({ title }) => guarded(title))];
  const body = rows.map(({ id, cells }) => [{ value: id }, ...cells.map(({ value }) => sheetCell(value))]);
  const { default: write } = await import("write-excel-file/node");
  // A workbook takes names of at most 31 characters.
  return write([writtenSheet(name.slice(0, 31), header, body), aboutSheet(found)]).toBuffer();
}

function sheetCell(value: Parameters<typeof cellText>[0]): SheetCell {
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return { value };
  const text = guarded(cellText(value));
  return text === "" ? null : { value: text };
}

/** What the columns hold, for who edits them. */
function aboutSheet({ def, file }: FoundTable): WrittenSheet {
  const rows = [...def.columns.values()].map(({ name, type, unit, scale }) => [
    name,
    scale ?? type,
    unit ?? "",
  ]);
  const facts = [
    ["definition", file.path, ""],
    ["source", def.cites.map(({ source, clause }) => `${source} ${clause}`).join("; "), ""],
  ];
  const cells = [...facts, ...rows].map((row) =>
    row.map((value): SheetCell => (value === "" ? null : { value })),
  );
  return writtenSheet("About", ["column", "holds", "unit"], cells);
}

/** The first sheet of a workbook, or text. */
async function editedSheet(file: string): Promise<EditedSheet> {
  const name = basename(file);
  try {
    return editedFrom(name, /\.xlsx$/i.test(file) ? await asText(file) : readFileSync(file));
  } catch (error) {
    if (error instanceof BadTable) throw new Usage(`${name}: ${error.message}`);
    throw error;
  }
}

export function editedFrom(name: string, bytes: Uint8Array): EditedSheet {
  const { header, separator, start, line } = csvHead(bytes);
  const { text } = decoded(bytes.subarray(start));
  const rows = [...recordsOf(text, separator, header.length)].map((record) => {
    if (record.fault !== undefined) throw new BadTable(`Line ${line + record.line}: ${record.fault}.`);
    return { line: line + record.line, cells: record.cells.map(unguarded) };
  });
  return { name, header: header.map(unguarded), rows, commas: separator !== "," };
}

async function asText(file: string): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-table-"));
  try {
    const csv = join(folder, "sheet.csv");
    await sheetToText(file, csv);
    return readFileSync(csv);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function imported(
  folder: string,
  files: readonly DefinitionFile[],
  found: FoundTable,
  edited: EditedSheet,
  deletes: boolean,
): number {
  const { path, text: before } = found.file;
  const { text, changed, added, deleted, report } = patchOf(found, edited, deletes);
  if (report.failed) return refused(report);
  if (text === before) {
    process.stdout.write("Nothing was changed.\n");
    return 0;
  }
  const known = new Set(readAll(files).report.findings.map(({ message }) => message));
  const after = files.map((each) => (each.path === path ? { ...each, text, sha256: sha256(text) } : each));
  const fresh = readAll(after).report;
  fresh.withdraw(({ message }) => known.has(message));
  if (fresh.failed) return refused(fresh);
  writeWhole(join(folder, path), text);
  const counts = [
    ["changed", manyOf(changed, "cell")],
    ["added", manyOf(added, "row")],
    ["deleted", manyOf(deleted, "row")],
  ].filter(([, count]) => !count?.startsWith("0 "));
  process.stdout.write(
    `${path}: ${counts.map(([did, count]) => `${count} ${did}`).join(", ")}.\n` +
      "Run plumbline check: it asks for the source of what changed. plumbline impact HEAD shows which results move.\n",
  );
  return 0;
}

function refused(report: Report): number {
  for (const finding of report.sorted()) process.stderr.write(`${formatFinding(finding)}\n`);
  process.stderr.write("Nothing was written.\n");
  return 1;
}
