// Tables of definitions edited in a spreadsheet: what was not edited keeps its bytes, what was is where it belongs.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSheet } from "read-excel-file/node";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import writeSheet from "write-excel-file/node";
import { parse } from "yaml";
import { csvOf, editedFrom, workbookOf } from "../../src/cli/definition-table.js";
import { DEFAULT_FOLDER, filesIn, readSchemas } from "../../src/definitions/folder.js";
import { formatFinding, Report } from "../../src/engine/language/findings.js";
import { Memory } from "../../src/engine/language/memory.js";
import { readSet } from "../../src/engine/read/set.js";
import { loadDefinitions } from "../../src/lint/load.js";
import { OWN_FILES } from "../../src/tables/bounds.js";
import { xlsxText } from "../../src/tables/xlsx-read.js";
import type { EditedSheet } from "../../src/workbench/edited-sheet.js";
import { patchOf } from "../../src/workbench/table-patch.js";
import { type FoundTable, type Sheet, sheetOf, tablesIn } from "../../src/workbench/table-sheet.js";
import { ROOT } from "../helpers/folders.js";
import { call } from "../helpers/run-command.js";

describe("every table of the definitions", () => {
  const files = filesIn(DEFAULT_FOLDER);
  const read = readSet(
    new Map(files.map((file) => [file.path, file])),
    readSchemas(),
    new Memory(),
    new Report(),
  );
  const tables = [...tablesIn(files, read)];
  /** The rows of a table as data: a list of records, or of words with their cells. */
  const rowsIn = (text: string, { def }: FoundTable): unknown[] => {
    const whole = parse(text);
    const map = "table" in whole ? whole : whole.tables[def.name];
    if (map.rows !== undefined) return map.rows;
    return Object.entries(map.entries ?? map.grid).filter(
      ([word]) => map.grid === undefined || !/^(rows|columns)$/.test(word),
    );
  };
  const patched = (found: FoundTable, sheet: EditedSheet, deletes = false) => {
    const { text, report, ...counts } = patchOf(found, sheet, deletes);
    expect(report.findings).toEqual([]);
    return { text, counts };
  };

  /** How a table is written: across or not, in blocks or on lines, with or without remarks. */
  const styleOf = ({ layout, holder, columns, rows }: Sheet): string => {
    const shape = `${columns.some(({ tick }) => tick !== undefined)} ${columns.some(({ def }) => def === undefined)}`;
    return `${layout} ${flowOf(holder.value)} ${flowOf(rows[0]?.item)} ${shape} ${rows.length > 2}`;
  };

  test("as CSV, as a workbook, and back: not a byte is changed", async () => {
    const styles = new Set<string>();
    for (const [name, found] of tables) {
      const sheet = sheetOf(found);
      const csv = Buffer.from(csvOf(sheet));
      expect([name, patched(found, editedFrom("sheet.csv", csv)).text]).toEqual([name, found.file.text]);
      // A workbook holds the same cells: one table of each style goes through it.
      const style = styleOf(sheet);
      if (styles.has(style)) continue;
      styles.add(style);
      const { text } = await xlsxText(await workbookOf(name, found, sheet), OWN_FILES, (bytes) =>
        readSheet(Buffer.from(bytes)),
      );
      expect([name, patched(found, editedFrom("sheet.xlsx", Buffer.from(text))).text]).toEqual([
        name,
        found.file.text,
      ]);
    }
  });

  test("a cell, a new row and a deleted row are in the data where they were put, and nothing else moves", () => {
    let tried = 0;
    const styles = new Set<string>();
    for (const [name, found] of tables) {
      const whole = sheetOf(found);
      // One table of each style is enough.
      const style = styleOf(whole);
      if (styles.has(style)) continue;
      styles.add(style);
      const before = rowsIn(found.file.text, found);
      const sheet = editedFrom("sheet.csv", Buffer.from(csvOf(whole)));
      const at = Math.floor(sheet.rows.length / 2);
      const { columns, rows } = whole;
      // A number that is changed by one.
      const column = columns.findLastIndex(
        ({ def }, place) => def?.type === "number" && Number.isFinite(rows[at]?.cells[place]?.value),
      );
      if (column > 0) {
        tried++;
        const old = Number(rows[at]?.cells[column]?.value);
        const { text, counts } = patched(found, withCell(sheet, at, column + 1, String(old + 1)));
        expect([name, counts]).toEqual([name, { changed: 1, added: 0, deleted: 0 }]);
        const after = rowsIn(text, found);
        const moved = leaves(after).filter(([path, value]) => new Map(leaves(before)).get(path) !== value);
        expect([name, moved.map(([, value]) => value)]).toEqual([name, [old + 1]]);
        expect(text.split("\n").filter((line) => line.includes("# source wanted: "))).toHaveLength(1);
        expect(text.split("\n").length).toBe(found.file.text.split("\n").length + 1);
      }
      // A row like the one above it, under another word where rows have words.
      const [, word = "", ...others] = sheet.rows[at]?.cells ?? [];
      const isRows = whole.layout === "rows";
      const other = isRows ? word : /^-?[\d.]+$/.test(word) ? "987654" : `${word}_other`;
      const more = {
        ...sheet,
        rows: sheet.rows.toSpliced(at + 1, 0, { line: at + 3, cells: ["", other, ...others] }),
      };
      const longer = rowsIn(patched(found, more).text, found);
      const like = before[at] as [string, unknown];
      const added = isRows ? like : [other, like[1]];
      // Words that are whole numbers come first in any mapping of JavaScript.
      if (other !== "987654") expect([name, longer]).toEqual([name, before.toSpliced(at + 1, 0, added)]);
      else expect(longer).toContainEqual(added);
      if (sheet.rows.length === 1) continue;
      const less = { ...sheet, rows: sheet.rows.toSpliced(at, 1) };
      expect([name, rowsIn(patched(found, less, true).text, found)]).toEqual([name, before.toSpliced(at, 1)]);
      // All but the first and the last.
      const ends = { ...sheet, rows: sheet.rows.toSpliced(1, sheet.rows.length - 2) };
      expect([name, rowsIn(patched(found, ends, true).text, found)]).toEqual([
        name,
        before.toSpliced(1, before.length - 2),
      ]);
      const top = { ...sheet, rows: sheet.rows.slice(0, 1) };
      expect([name, rowsIn(patched(found, top, true).text, found)]).toEqual([name, before.slice(0, 1)]);
    }
    expect(tables.length).toBeGreaterThan(200);
    expect(new Set([...styles].map((style) => style.split(" ")[0]))).toEqual(
      new Set(["rows", "entries", "grid"]),
    );
    expect(tried).toBeGreaterThan(7);
  });
});

function withCell(sheet: EditedSheet, row: number, column: number, cell: string): EditedSheet {
  return {
    ...sheet,
    rows: sheet.rows.map((line, at) =>
      at === row ? { ...line, cells: line.cells.with(column, cell) } : line,
    ),
  };
}

function flowOf(node: unknown): unknown {
  return (node as { readonly flow?: unknown } | undefined)?.flow;
}

function leaves(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, each]) => leaves(each, `${path}/${key}`));
}

const TABLE = `# yaml-language-server: $schema=../schema/table.schema.json
table: prices
edition: 2026-11-01
description: Prices of fuels.
cite: handbook table 1
keys: {fuel: equal}
columns:
  fuel: text
  price: {unit: GBP/kWh}
  taxed: {type: boolean, default: true}
rows:
  # The usual ones
  - {fuel: gas, price: 0.10}                     # at the meter
  - fuel: oil
    price: 0.20
    note: delivered
  - {fuel: "wood, dry", price: 0.30, taxed: false,
     cite: handbook table 2}
`;
const TOOL = `name: cost
title: Cost
description: Cost of fuel.
category: test
version: 1.0.0
edition: 2026-11-01
standard_reference: None
inputs:
  fuel: {choices: [gas, oil, "wood, dry"], description: Fuel.}
tables:
  prices: {shared: prices}
  hours: {unit: h, cite: handbook hours, entries: {gas: 10, oil: 20, "wood, dry": 30}}
values:
  row: prices(fuel)
  cost: row.price * hours(fuel)
recommendations: ["{row.taxed}"]
results:
  cost: {description: Cost}
`;

describe("the command", () => {
  let folder: string;
  const at = (name: string) => join(folder, name);
  const table = (...args: string[]) => call("table", [...args, "--definitions", at("definitions")]);
  const prices = () => readFileSync(at("definitions/tables/prices.yaml"), "utf8");
  const edit = (from: string | RegExp, to: string) =>
    writeFileSync(at("a.csv"), readFileSync(at("a.csv"), "utf8").replace(from, to));
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "plumbline-table-test-"));
    const texts = {
      "common.yaml": "edition: 2026-11-01\ndisclaimer: None.\nfields: {flags: Flags.}\n",
      "sources.yaml":
        "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n",
      "tables/prices.yaml": TABLE,
      "tools/cost.yaml": TOOL,
    };
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(join(at("definitions"), path, ".."), { recursive: true });
      writeFileSync(join(at("definitions"), path), text);
    }
    await table("export", "prices", "--output", at("a.csv"));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("the lines of docs/editing.md: out to a workbook, and back without a change", async () => {
    const docs = readFileSync(join(ROOT, "docs/editing.md"), "utf8");
    const lines = docs.split("\n").filter((line) => line.startsWith("plumbline table "));
    cpSync(join(ROOT, "definitions"), at("shipped"), { recursive: true });
    const said: string[] = [];
    for (const line of lines) {
      const [, , ...words] = line.replace(/ #.*/, "").trim().split(/\s+/);
      const args = words.map((word) => (word.endsWith(".xlsx") ? at(word) : word));
      const { status, stdout, stderr } = await call("table", [...args, "--definitions", at("shipped")]);
      expect({ line, status, stderr }).toEqual({ line, status: 0, stderr: "" });
      said.push(stdout);
    }
    expect(said).toEqual([expect.stringContaining("rows"), "Nothing was changed.\n"]);
  });

  test("a changed cell keeps comments and citations, and check asks for its source", async () => {
    edit("gas,0.1", "gas,0.125");
    const { status, stdout } = await table("import", "prices", at("a.csv"));
    expect([status, stdout]).toEqual([0, expect.stringContaining("tables/prices.yaml: 1 cell changed.")]);
    expect(prices()).toBe(
      TABLE.replace(
        "  - {fuel: gas, price: 0.10} ",
        "  # source wanted: price was 0.1\n  - {fuel: gas, price: 0.125} ",
      ),
    );
    const files = filesIn(at("definitions"));
    const { findings, set } = loadDefinitions(files, readSchemas());
    expect(findings.map(formatFinding)).toEqual([
      "tables/prices.yaml:13:3 The table was changed here and its source was not: price was 0.1. (cite what it rests on now, then delete this comment)",
    ]);
    expect(set).toBeUndefined();
  });

  test("a source that is given with the cell is written beside it, and nothing is asked for", async () => {
    edit(/gas,0\.1,.*\n/, "gas,0.125,,handbook table 9,\n");
    expect((await table("import", "prices", at("a.csv"))).status).toBe(0);
    expect(prices()).toBe(TABLE.replace("price: 0.10}", "price: 0.125, cite: handbook table 9}"));
  });

  test("new rows, deleted rows, cells that were left out and cells that are left out now", async () => {
    edit(/\n(r2.*0\.2,)(.*)\n/, "\n$1false$2\n,coal,0.4,,,\n");
    edit(/\nr1.*\n/, "\n");
    edit("0.3,false", "0.3,");
    const lost = await table("import", "prices", at("a.csv"));
    expect(lost.status).toBe(1);
    expect(lost.stderr).toMatch(
      /a\.csv:1:1 The sheet lacks 1 row of the table: r1-\w+ \(gas\)\. \(--delete-rows/,
    );
    expect(prices()).toBe(TABLE);
    expect((await table("import", "prices", at("a.csv"), "--delete-rows")).stdout).toContain(
      "2 cells changed, 1 row added, 1 row deleted",
    );
    expect(prices()).toBe(
      TABLE.replace("  - {fuel: gas, price: 0.10}                     # at the meter\n", "")
        .replace("  - fuel: oil", "  # source wanted: taxed was not there\n  - fuel: oil")
        .replace(
          "note: delivered\n",
          "note: delivered\n    taxed: false\n  # source wanted: new row coal\n  - {fuel: coal, price: 0.4}\n",
        )
        .replace(
          '  - {fuel: "wood, dry", price: 0.30, taxed: false,\n     cite',
          '  # source wanted: taxed was false\n  - {fuel: "wood, dry", price: 0.30, cite',
        ),
    );
  });

  test.each([
    [
      "a column that is not there",
      "row id,fuel,price",
      "row id,fuel,prize",
      [
        'a.csv:1:3 The table has no column "prize". (did you mean price?)',
        "a.csv:1:1 The sheet lacks price.",
      ],
    ],
    ["a word where a number belongs", "0.2", "dear", ['a.csv:3:3 price must be a number, not "dear".']],
    [
      "a number where yes or no belongs",
      "0.3,false",
      "0.3,0",
      ['a.csv:4:4 taxed must be true or false, not "0".'],
    ],
    ["an empty cell", "0.2", "", ["a.csv:3:3 price is empty. (write null where there is no value)"]],
    ["a row twice", /\n(r2.*)\n/, "\n$1\n$1\n", ["is there twice. (a new row has nothing under row id)"]],
    [
      "a row of another day",
      /r2-\w+/,
      "r2-abcdef",
      ["The definition has no row r2-abcdef: it was changed after the table was exported."],
    ],
    ["a new row without a cell", /$/, ",coal,,,,\n", ["a.csv:5:3 price is empty."]],
    [
      "a new row of a fuel that is there",
      /$/,
      ",coal,cheap,,,\n",
      ['a.csv:5:3 price must be a number, not "cheap".'],
    ],
    ["a line with too many cells", "0.2,", "0.2,,,,,,,", ["cells where the first line has 6."]],
  ])("%s is refused, and nothing is written", async (_, from, to, messages) => {
    edit(from, to);
    const { status, stderr } = await table("import", "prices", at("a.csv"), "--delete-rows");
    expect(status).toBe(1);
    for (const message of messages) expect(stderr).toContain(message);
    expect(stderr).toContain("Nothing was written.");
    expect(prices()).toBe(TABLE);
  });

  test("a workbook that another program has saved: numbers, yes and no, decimal commas of a text", async () => {
    await table("export", "prices", "--output", at("a.xlsx"));
    const [head = [], ...rows] = await readSheet(at("a.xlsx"));
    expect(head).toEqual(["row id", "fuel", "price", "taxed", "cite", "note"]);
    const cells = [head, ...rows].map((row) =>
      row.map((cell) => (cell === null ? null : { value: cell === 0.2 ? 0.25 : cell })),
    );
    await writeSheet(cells as never).toFile(at("b.xlsx"));
    expect((await table("import", "prices", at("b.xlsx"))).stdout).toContain("1 cell changed");
    expect(prices()).toContain("price: 0.25\n");
    writeFileSync(at("definitions/tables/prices.yaml"), TABLE);
    const text = readFileSync(at("a.csv"), "utf8")
      .replaceAll(",", ";")
      .replace("0.2", "0,25")
      .replace(/\n(r3-\w+).*/, '\n$1;"wood, dry";0,3;FALSE;handbook table 2;');
    writeFileSync(at("a.csv"), text.replaceAll("\n", "\r\n"));
    expect((await table("import", "prices", at("a.csv"))).stdout).toContain("1 cell changed");
    expect(prices()).toContain("price: 0.25\n");
  });

  test("tables inside tools, on one line", async () => {
    await table("export", "hours", "--output", at("h.csv"));
    writeFileSync(at("h.csv"), `${readFileSync(at("h.csv"), "utf8").replace("oil,20", "oil,21")},coal,40\n`);
    expect((await table("import", "hours", at("h.csv"))).status).toBe(0);
    expect(readFileSync(at("definitions/tools/cost.yaml"), "utf8")).toBe(
      TOOL.replace(
        "  hours: {",
        "  # source wanted: cell was 20\n  # source wanted: new row coal\n  hours: {",
      )
        .replace("oil: 20", "oil: 21")
        .replace('"wood, dry": 30', '"wood, dry": 30, coal: 40'),
    );
  });

  test("wrong usage is told", async () => {
    for (const [args, message] of [
      [["export"], "Name the table to export."],
      [["show", "prices"], "Say plumbline table export or import."],
      [["export", "price"], "There is no table price. Did you mean prices?"],
      [["export", "prices", "--output", at("a.ods")], "--output ends with .csv or .xlsx."],
      [["import", "prices"], "Name the spreadsheet: plumbline table import <table> <file>."],
      [["import", "prices", at("none.csv")], `There is no file ${at("none.csv")}.`],
    ] as const)
      expect(await table(...args)).toMatchObject({ status: 2, stderr: message });
  });
});
