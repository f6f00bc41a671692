// Reading and writing spreadsheets: archive bombs are refused within the memory limit, and Parquet files get advice.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { readSheet } from "read-excel-file/node";
import { afterAll, describe, expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { OWN_FILES, type TableBounds } from "../../src/tables/bounds.js";
import { recordsOf } from "../../src/tables/csv.js";
import { sheetToText, textToSheet } from "../../src/tables/forms.js";
import { BadTable, readsNoParquet } from "../../src/tables/layout.js";

const folder = mkdtempSync(join(tmpdir(), "plumbline-forms-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(":memory:");
  try {
    return (await (await instance.connect()).runAndReadAll(sql)).getRowObjects();
  } finally {
    instance.closeSync();
  }
}

const cellsOf = (file: string) =>
  Array.from(recordsOf(readFileSync(file, "utf8"), ","), ({ cells }) => [...cells]);

describe("Parquet", () => {
  const commandIn = (sentence: string) => /duckdb -c "(.*)"$/.exec(sentence)?.[1] ?? "no command";

  test("the command in the refusal makes a CSV of a Parquet file", async () => {
    const file = at("John's estate.parquet");
    const name = `'${file.replace("'", "''")}'`;
    await query(`COPY (SELECT 'a,b' AS site, 1.5 AS load, DATE '2026-03-04' AS seen) TO ${name}`);
    await query(commandIn(readsNoParquet(file)));
    expect(cellsOf(at("John's estate.csv"))).toEqual([
      ["site", "load", "seen"],
      ["a,b", "1.5", "2026-03-04"],
    ]);
  });
});

/** Writes a zip archive; `size` overrides the declared size of the first file. */
function zip(files: Readonly<Record<string, Buffer>>, size?: number): Buffer {
  const [locals, entries]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, data] of Object.entries(files)) {
    const packed = deflateRawSync(data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size ?? data.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), fields, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const TYPES = "http://schemas.openxmlformats.org";
const workbook = (sheet: string): Record<string, Buffer> => ({
  "[Content_Types].xml": Buffer.from(
    `<?xml version="1.0"?><Types xmlns="${TYPES}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  ),
  "xl/workbook.xml": Buffer.from(
    `<?xml version="1.0"?><workbook xmlns="${TYPES}/spreadsheetml/2006/main" xmlns:r="${TYPES}/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ),
  "xl/_rels/workbook.xml.rels": Buffer.from(
    `<?xml version="1.0"?><Relationships xmlns="${TYPES}/package/2006/relationships"><Relationship Id="rId1" Type="${TYPES}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ),
  "xl/worksheets/sheet1.xml": Buffer.from(
    `<?xml version="1.0"?><worksheet xmlns="${TYPES}/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
  ),
});
const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

describe("spreadsheets", () => {
  const SMALL: TableBounds = { ...OWN_FILES, memoryMb: 64 };
  const read = (bytes: Buffer, bounds = SMALL) => sheetToText(bytes, { inputs: { inputSchema: {} } }, bounds);

  test("the archives of these tests are read where nothing is wrong with them", async () => {
    const rows = `<row r="1">${cell("A1", "a")}${cell("B1", "b")}</row><row r="3">${cell("A3", "x")}<c r="B3"><v>2.5</v></c></row>`;
    expect(await read(zip(workbook(rows)))).toMatchObject({ text: "a,b\n\nx,2.5\n", types: { b: "number" } });
    await writeXlsxFile([[{ value: "a" }], [{ value: 1 }]]).toFile(at("own.xlsx"));
    expect((await read(readFileSync(at("own.xlsx")))).types).toEqual({ a: "number" });
  });

  test("a bomb is refused by what comes out of it, whatever it says of itself", async () => {
    const spaces = `<row r="1">${cell("A1", "a")}</row>${" ".repeat(20 * 1024 * 1024)}`;
    for (const size of [undefined, 100])
      await expect(read(zip(workbook(spaces), size))).rejects.toThrow("more than the 64 MiB of memory");
  });

  test.each([
    ["far down", `<row r="1">${cell("A1", "a")}</row><row r="900000000">${cell("A900000000", "x")}</row>`],
    [
      "far away",
      `<row r="1">${cell("A1", "a")}</row>${Array.from({ length: 2000 }, (_, row) => `<row r="${row + 2}">${cell(`XFD${row + 2}`, "x")}</row>`).join("")}`,
    ],
  ])("a cell %s does not take the memory of a sheet that reaches there", async (_, rows) => {
    await expect(read(zip(workbook(rows)))).rejects.toThrow(BadTable);
  });

  test("files that only a reader without the directory would find are refused", async () => {
    const good = zip(workbook(`<row r="1">${cell("A1", "a")}</row>`));
    const hidden = zip({ "xl/worksheets/sheet1.xml": Buffer.from("<worksheet/>") });
    const first = hidden.subarray(0, hidden.indexOf("PK\x01\x02", 0, "latin1"));
    const moved = Buffer.from(good);
    const directory = moved.readUInt32LE(moved.length - 6);
    // Moves the entries of the directory behind an unlisted file.
    for (let place = directory; moved.readUInt32LE(place) === 0x02014b50; ) {
      moved.writeUInt32LE(moved.readUInt32LE(place + 42) + first.length, place + 42);
      place += 46 + moved.readUInt16LE(place + 28);
    }
    moved.writeUInt32LE(directory + first.length, moved.length - 6);
    await expect(read(Buffer.concat([first, moved]))).rejects.toThrow("do not follow one another");
  });

  test("results are a sheet with typed cells and columns as wide as what stands in them", async () => {
    const columns = [
      { name: "site", type: "text" },
      { name: "load", type: "number" },
      { name: "ok", type: "boolean" },
    ] as const;
    writeFileSync(at("results.csv"), `sep=;\nsite;load;ok\n"a;b";1,5;true\n=1+1;;x\n`);
    const commas = columns.map((each) => ({ ...each, decimalComma: true }));
    const [file, start] = [at("results.csv"), "sep=;\nsite;load;ok\n".length];
    for (const rows of [{ file, start }, [readFileSync(file).subarray(start)]]) {
      const sheet = await textToSheet({ rows, columns: commas, separator: ";" });
      expect(await readSheet(Buffer.from(sheet))).toEqual([
        ["site", "load", "ok"],
        ["a;b", 1.5, true],
        ["=1+1", null, "x"],
      ]);
    }
  });
});
