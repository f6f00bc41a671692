// Parquet and spreadsheets, in and out: DuckDB, which has no part in writing or reading them here, tells what a file holds;
// and files that are made to burst are refused within the memory that they may have.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import type { ColumnMetaData } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";
import { serializeTCompactProtocol } from "hyparquet-writer/src/thrift.js";
import { readSheet } from "read-excel-file/node";
import { afterAll, describe, expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { OWN_FILES, type TableBounds } from "../../src/tables/bounds.js";
import type { TypedColumn } from "../../src/tables/column-types.js";
import { csvCell, recordsOf } from "../../src/tables/csv.js";
import { tableToText, textToTable } from "../../src/tables/forms.js";
import { BadTable } from "../../src/tables/layout.js";

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

const column = (name: string, type = "text"): TypedColumn => ({ name, type, decimalComma: false });

describe("Parquet", () => {
  test("results keep their types, in several groups, as another reader finds them", async () => {
    const columns = [
      column("id", "integer"),
      column("load", "number"),
      column("ok", "boolean"),
      column("day", "date"),
      column("seen", "timestamp"),
      column("price", "decimal(12,3)"),
      column("large", "decimal(30,2)"),
      column("Note"),
      column("note"),
    ];
    const long = "x".repeat(60_000);
    const rows = Array.from({ length: 500 }, (_, id) => [
      ...[String(id), id % 7 === 0 ? "" : String(id / 8), id % 2 === 0 ? "true" : "false"],
      ...[`2026-0${1 + (id % 9)}-11`, `2026-03-04T05:06:07.00${id % 10}001`, `-${id}.125`],
      ...["1234567890123456789012345678.25", `"quoted", ${id}`, `${long}${id}`],
    ]);
    const lines = [columns.map(({ name }) => name), ...rows].map((row) =>
      row.map((cell) => csvCell(cell, ",")).join(","),
    );
    // A bad cell of a typed column is empty: its row tells why.
    lines.push("x,x,x,x,x,x,x,x,x");
    writeFileSync(at("typed.csv"), `\uFEFF${lines.join("\r\n")}\r\n`);
    await textToTable("parquet", at("typed.csv"), at("typed.parquet"), columns, ",");
    const file = `'${at("typed.parquet")}'`;
    const types = await query(`DESCRIBE SELECT * FROM ${file}`);
    expect(types.map(({ column_type }) => column_type)).toEqual([
      ...["BIGINT", "DOUBLE", "BOOLEAN", "DATE", "TIMESTAMP", "DECIMAL(12,3)", "DECIMAL(30,2)"],
      ...["VARCHAR", "VARCHAR"],
    ]);
    const [groups] = await query(`SELECT count(DISTINCT row_group_id) AS n FROM parquet_metadata(${file})`);
    expect(Number(groups?.n)).toBeGreaterThan(1);
    const found = await query(
      `SELECT id::VARCHAR id, load, ok, day::VARCHAR d, strftime(seen, '%Y-%m-%dT%H:%M:%S.%f') seen, price::VARCHAR price, large::VARCHAR big, Note, note_1 FROM ${file}`,
    );
    expect(found).toHaveLength(rows.length + 1);
    const meant = rows.map((row) => [
      ...[row[0], row[1] === "" ? null : Number(row[1]), row[2] === "true", row[3], row[4]],
      ...row.slice(5),
    ]);
    expect(found.slice(0, -1).map((row) => Object.values(row))).toEqual(meant);
    expect(Object.values(found.at(-1) ?? {})).toEqual([...Array(7).fill(null), "x", "x"]);
  });

  test.each(["uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4_raw"])(
    "what another writer packs with %s is read with every digit and type",
    async (codec) => {
      const file = at(`theirs-${codec}.parquet`);
      const select = `SELECT i AS id, (i / 8)::DECIMAL(18,4) AS price, i::DECIMAL(19,2) * 1234567890123456 AS large,
        (i / 10)::FLOAT AS small, i / 3 AS load, i % 2 = 0 AS ok, DATE '2024-02-28' + i::INTEGER AS day,
        TIMESTAMP '2024-02-28 23:59:59.5' + INTERVAL (i) MICROSECOND AS seen, TIME '01:02:03.5' AS clock,
        CASE WHEN i % 3 = 0 THEN NULL ELSE 'été, "' || i || '"' END AS name, [i, i + 1] AS list, {'a': i} AS struct,
        -i AS minus FROM range(3000) t(i)`;
      await query(
        `COPY (${select}) TO '${file}' (FORMAT parquet, COMPRESSION ${codec}, ROW_GROUP_SIZE 2048)`,
      );
      const types = await tableToText("parquet", file, at("theirs.csv"));
      const [head = [], ...rows] = cellsOf(at("theirs.csv"));
      expect(rows).toHaveLength(3000);
      expect(types).toMatchObject({
        id: "integer",
        load: "number",
        ok: "boolean",
        day: "date",
        seen: "timestamp",
      });
      expect(types.large).toMatch(/^decimal\(\d+,2\)$/);
      const meant = await query(
        `SELECT id::VARCHAR, price::VARCHAR, large::VARCHAR, small::VARCHAR, load, ok::VARCHAR, day::VARCHAR,
          strftime(seen, '%Y-%m-%dT%H:%M:%S.%f'), clock::VARCHAR, name, to_json(list)::VARCHAR, to_json(struct)::VARCHAR, minus::VARCHAR
          FROM '${file}'`,
      );
      // Shortest digits, where the other writes noughts behind the point.
      const short = (cell: string) => cell.replace(/\.0$/, "").replace(/(\.\d*?)0+$/, "$1");
      const loose = new Set(["small", "seen", "clock"].map((name) => head.indexOf(name)));
      const plain = (cells: readonly unknown[]) =>
        cells.map((cell, place) => {
          const text = cell === null ? "" : String(cell);
          return loose.has(place) ? short(text) : text;
        });
      expect(rows.map(plain)).toEqual(meant.map((row) => plain(Object.values(row))));
    },
  );

  const bounds = (own: Partial<TableBounds>): TableBounds => ({ ...OWN_FILES, ...own });

  test("a bomb is refused by what it says of itself, and by what comes out of it", async () => {
    const file = at("bomb.parquet");
    await query(
      `COPY (SELECT 'domestic' property_type, repeat('x', 500) n FROM range(2000000)) TO '${file}' (FORMAT parquet, COMPRESSION zstd)`,
    );
    expect(statSync(file).size).toBeLessThan(200_000);
    const read = (own: Partial<TableBounds>) => tableToText("parquet", file, at("bomb.csv"), bounds(own));
    await expect(read({ rows: 100_000 })).rejects.toThrow("more rows than are read: at most 100000");
    await expect(read({ columns: 1 })).rejects.toThrow("more columns than are read: at most 1");
    await expect(read({ bytes: 2 ** 20 })).rejects.toThrow("more text than are read: at most 1 MiB");
    expect(statSync(at("bomb.csv")).size).toBeLessThan(2 ** 21);
  });

  /** A file of one column of numbers, whose one page is as it is given. */
  function withPage(rows: number, values: number, page: Uint8Array, encoding = 0): string {
    const writer = new ByteWriter();
    writer.appendUint32(0x31524150);
    const start = writer.offset;
    serializeTCompactProtocol(writer, {
      field_1: 0,
      field_2: page.length,
      field_3: page.length,
      field_5: { field_1: values, field_2: encoding, field_3: 3, field_4: 3 },
    });
    writer.appendBytes(page);
    const sizes = {
      total_compressed_size: BigInt(writer.offset - start),
      total_uncompressed_size: BigInt(writer.offset - start),
    };
    const meta_data: ColumnMetaData = {
      ...{ type: "INT64", encodings: ["PLAIN"], path_in_schema: ["a"], codec: "UNCOMPRESSED" },
      ...{ num_values: BigInt(rows), data_page_offset: BigInt(start), ...sizes },
    };
    writeMetadata(writer, {
      version: 2,
      schema: [
        { name: "root", num_children: 1 },
        { name: "a", type: "INT64", repetition_type: "OPTIONAL" },
      ],
      num_rows: BigInt(rows),
      row_groups: [
        {
          columns: [
            {
              file_offset: BigInt(start),
              meta_data: { ...meta_data, encodings: ["PLAIN"], path_in_schema: ["a"] },
            },
          ],
          total_byte_size: 8n,
          num_rows: BigInt(rows),
        },
      ],
      metadata_length: 0,
    });
    writer.appendUint32(0x31524150);
    writeFileSync(at("made.parquet"), writer.getBytes());
    return at("made.parquet");
  }

  test.each([
    // A run of a thousand million levels in six bytes.
    ["a run without end", 100, 100, [6, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 0x07, 1], 0],
    ["more values than rows", 100, 2_000_000_000, [2, 0, 0, 0, 0xc8, 1, 1], 0],
    // Differences of no bits, which need no bytes.
    ["numbers out of nothing", 100, 2_000_000_000, [2, 0, 0, 0, 0xc8, 1, 1], 5],
  ])("%s ends with a sentence, not with the process", async (_, rows, values, page, encoding) => {
    const file = withPage(rows, values, Uint8Array.from(page), encoding);
    const reading = tableToText("parquet", file, at("made.csv"), bounds({ memoryMb: 128 }));
    await expect(reading).rejects.toThrow(BadTable);
  });

  test("what is no Parquet, or is cut off, is said", async () => {
    writeFileSync(at("none.parquet"), "PAR1 and no more of it PAR1");
    const whole = readFileSync(at("typed.parquet"));
    writeFileSync(at("cut.parquet"), whole.subarray(0, whole.length / 2));
    for (const name of ["none.parquet", "cut.parquet"])
      await expect(tableToText("parquet", at(name), at("x.csv"))).rejects.toThrow(
        "The Parquet table cannot be read",
      );
  });
});

/** An archive of files; `size` may lie about the first. */
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
  const read = (bytes: Buffer, bounds = SMALL) => {
    writeFileSync(at("sheet.xlsx"), bytes);
    return tableToText("xlsx", at("sheet.xlsx"), at("sheet.csv"), bounds);
  };

  test("the archives of these tests are read where nothing is wrong with them", async () => {
    const rows = `<row r="1">${cell("A1", "a")}${cell("B1", "b")}</row><row r="3">${cell("A3", "x")}<c r="B3"><v>2.5</v></c></row>`;
    expect(await read(zip(workbook(rows)))).toEqual({ b: "number" });
    expect(readFileSync(at("sheet.csv"), "utf8")).toBe("a,b\n\nx,2.5\n");
    await writeXlsxFile([[{ value: "a" }], [{ value: 1 }]]).toFile(at("own.xlsx"));
    expect(await read(readFileSync(at("own.xlsx")))).toEqual({ a: "number" });
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
    // The same directory, for files that begin after one that it does not name.
    for (let place = directory; moved.readUInt32LE(place) === 0x02014b50; ) {
      moved.writeUInt32LE(moved.readUInt32LE(place + 42) + first.length, place + 42);
      place += 46 + moved.readUInt16LE(place + 28);
    }
    moved.writeUInt32LE(directory + first.length, moved.length - 6);
    await expect(read(Buffer.concat([first, moved]))).rejects.toThrow("do not follow one another");
  });

  test("results are a sheet with typed cells and columns as wide as what stands in them", async () => {
    const columns = [column("site"), column("load", "number"), column("ok", "boolean")];
    writeFileSync(at("results.csv"), `sep=;\nsite;load;ok\n"a;b";1,5;true\n=1+1;;x\n`);
    const commas = columns.map((each) => ({ ...each, decimalComma: true }));
    await textToTable("xlsx", at("results.csv"), at("results.xlsx"), commas, ";");
    expect(await readSheet(at("results.xlsx"))).toEqual([
      ["site", "load", "ok"],
      ["a;b", 1.5, true],
      ["=1+1", null, "x"],
    ]);
  });
});
