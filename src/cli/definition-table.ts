// `plumbline table export`: prints a table of the definitions as CSV, with the dates, sources and remarks of its rows.
import { readSchemas } from "../definitions/folder.js";
import { readFolder } from "../definitions/read-folder.js";
import { Report } from "../engine/language/findings.js";
import { Memory } from "../engine/language/memory.js";
import type { TableDef } from "../engine/language/model.js";
import { type ReadSet, readSet } from "../engine/read/set.js";
import type { Arguments } from "../settings/arguments.js";
import { authorsFolder } from "../settings/served-set.js";
import { Usage } from "../settings/usage.js";
import { writeNamed } from "../settings/write-file.js";
import { csvCell } from "../tables/csv.js";
import { guarded } from "../wording/formulas.js";
import { manyOf, noSuch } from "../wording/wording.js";

export function table(args: Arguments): number {
  const [verb, name] = args.words;
  if (verb !== "export" || name === undefined)
    throw new Usage("Name a table: plumbline table export <table>.");
  const files = readFolder(authorsFolder(args.atMost(2)));
  const byPath = new Map(files.map((file) => [file.path, file]));
  const tables = tablesIn(readSet(byPath, readSchemas(), new Memory(), new Report()));
  const found = tables.get(name);
  if (found === undefined) throw new Usage(noSuch("table", name, tables.keys()).message);
  const output = args.text("output");
  if (output === undefined) process.stdout.write(csvOf(found));
  else {
    // The byte order mark makes spreadsheet programs read UTF-8.
    writeNamed(output, `\uFEFF${csvOf(found)}`);
    process.stdout.write(`${output}: ${manyOf(found.rows.length, "row")} of ${found.location.file}.\n`);
  }
  return 0;
}

/** Returns all tables by name. Ambiguous names are prefixed with their file. */
function tablesIn(read: ReadSet): Map<string, TableDef> {
  const shared = [...read.shared.values()].map(({ sections }) => sections.table);
  const own = [...read.parts.values(), ...read.tools].flatMap(({ tables }) => [...tables.values()]);
  const all = [
    ...new Map([...shared, ...own].map((each) => [`${each.location.file} ${each.name}`, each])).values(),
  ];
  return new Map(
    all.map((each) => {
      const isSingle = all.filter(({ name }) => name === each.name).length === 1;
      return [isSingle ? each.name : placeOf(each), each];
    }),
  );
}

function placeOf({ name, location: { file } }: TableDef): string {
  return `${file.replace(/^.*\/|\.yaml$/g, "")}.${name}`;
}

function csvOf(table: TableDef): string {
  const { columns, rows, periods, rowCites, rowRemarks, dated } = table;
  const names = [...columns.keys()];
  const head = [...names, ...(dated === undefined ? [] : ["from", "until"]), "cite", "note"];
  const lines = rows.map((row, at) => {
    const { from, until } = periods[at] ?? {};
    return [
      ...names.map((name) => cellText(row[name])),
      ...(dated === undefined ? [] : [from ?? "", until ?? ""]),
      (rowCites[at] ?? []).map(({ source, clause }) => `${source} ${clause}`).join("; "),
      (rowRemarks[at] ?? []).join(" "),
    ];
  });
  return [head, ...lines]
    .map((line) => `${line.map((cell) => csvCell(guarded(cell), ",")).join(",")}\n`)
    .join("");
}

/** Returns the text of a cell: empty without a value, lists as JSON, no limit as `inf`. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (Array.isArray(cell)) return JSON.stringify(cell);
  return String(cell).replace("Infinity", "inf");
}
