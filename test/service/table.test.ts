// A whole table in one request: its forms, its parameters, the order of its rows, and refusals.
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import type { Keyed } from "../helpers/keyed-service.js";
import { problemOf } from "../helpers/running-service.js";
import { CSV, PATH, resultsOf, rowsOf, startTables, XLSX } from "../helpers/table-service.js";

const JSONL = "application/x-ndjson";

let service: Keyed;
beforeAll(async () => {
  service = await startTables({ limited: false });
});
afterAll(() => service.close());

type Body = string | Uint8Array<ArrayBuffer> | FormData;
const send = (body: Body, query = "", headers: Record<string, string> = CSV, path = PATH) =>
  fetch(`${service.base}${path}${query}`, { method: "POST", headers, body });
const textOf = async (answer: Response) => {
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  return answer.text();
};
const sheetOf = async (rows: (string | number | boolean | Date)[][]) => {
  const cells = rows.map((row) => row.map((value) => ({ value, ...(value instanceof Date ? DAY : {}) })));
  return new Uint8Array(await writeXlsxFile(cells).toBuffer());
};
const DAY = { format: "yyyy-mm-dd" };

describe("results", () => {
  test("come back in the order of the rows, from many parts", async () => {
    const answer = await send(rowsOf(40_000));
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="hall.csv"');
    expect(answer.headers.get("x-definition")).toBe("hall@1.0.0");
    expect(answer.headers.get("x-definition-hash")).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.parse(answer.headers.get("x-table") ?? "")).toEqual({
      rows: 40_000,
      carried: ["id"],
      notes: [],
    });
    expect((await textOf(answer)) === resultsOf(40_000)).toBe(true);
  });

  test("a row that the tool refuses, and a broken line, have their error in place of a result", async () => {
    const text = await textOf(await send("load_kw,kind\n5000,odd\n1,odd,x\n2,odd\n"));
    const [, refused = "", broken = "", good] = text.split("\n");
    expect(refused).toMatch(/^5000,odd,,,,,,"?[^,].*at most 1000.*,load_kw$/);
    expect(broken).toMatch(/^1,odd,,,,,,Line 3: 3 cells where the first line has 2/);
    expect(good).toBe("2,odd,2,odd,,,,,");
  });

  test("columns that are no inputs, and how the table was read, are in the header, however they are written", async () => {
    const answer = await send("Größe;Load;kind\n1;1,5;odd\n");
    expect(answer.headers.get("x-table")).toMatch(/^[ -~]*$/);
    const { carried, notes } = JSON.parse(answer.headers.get("x-table") ?? "") as Record<string, string[]>;
    expect([carried, notes?.[0]]).toEqual([["Größe"], "The column Load is read as load_kw."]);
    expect((await textOf(answer)).split("\n")[1]).toBe("1;1,5;odd;1,5;odd;;;;;");
    const wide = Array.from({ length: 300 }, (_, at) => `column_${at}`);
    const many = await send(`load_kw,${wide.join()}\n1${",".repeat(300)}\n`);
    expect(many.headers.get("x-table")?.length).toBeLessThan(2000);
    expect(JSON.parse(many.headers.get("x-table") ?? "")).toMatchObject({ rows: 1, carried: [] });
    await many.text();
  });
});

describe("forms", () => {
  const rows = [
    { id: "a", load_kw: 10, kind: "odd" },
    { id: "b", load_kw: 20 },
  ];
  const csv = "id,load_kw,kind\na,10,odd\nb,20,\n";
  const jsonl = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  const sheet = [
    ["id", "load_kw", "kind"],
    ["a", 10, "odd"],
    ["b", 20, ""],
  ];
  const used = async (answer: Response, form: string) => {
    expect([answer.status, answer.headers.get("content-type")?.split(";")[0]]).toEqual([200, form]);
    if (form === XLSX) {
      const [names = [], ...values] = await readSheet(Buffer.from(await answer.arrayBuffer()));
      return values.map((row) => row[names.indexOf("used_kw")]);
    }
    const lines = (await answer.text()).trim().split("\n");
    if (form === JSONL) return lines.map((line) => (JSON.parse(line) as { used_kw: number }).used_kw);
    const [names = "", ...cells] = lines.map((line) => line.split(","));
    return cells.map((row) => Number(row[names.indexOf("used_kw")]));
  };

  const forms = ["text/csv", JSONL, XLSX];
  test.each(forms.flatMap((from) => forms.map((to) => [from, to] as const)))("%s to %s", async (from, to) => {
    const body = from === XLSX ? await sheetOf(sheet) : from === JSONL ? jsonl : csv;
    expect(await used(await send(body, "", { "content-type": from, accept: to }), to)).toEqual([10, 10]);
  });

  test.each([
    [undefined, "text/csv"],
    ["*/*", "text/csv"],
    ["text/html, */*;q=0.8", "text/csv"],
    [`text/csv;q=0.5, ${JSONL}`, JSONL],
    [`text/csv;q=0, ${JSONL};q=0.1`, JSONL],
    ["application/*", JSONL],
    ["application/jsonl", JSONL],
  ])("Accept: %s is answered with %s", async (accept, form) => {
    const headers = { ...CSV, ...(accept === undefined ? {} : { accept }) };
    expect(await used(await send(csv, "", headers), form)).toEqual([10, 10]);
  });

  test("Accept with no type of results is refused with the types", async () => {
    const answer = await send(csv, "", { ...CSV, accept: "application/json" });
    expect(await problemOf(answer, "not-acceptable")).toMatchObject({
      status: 406,
      allowed: expect.arrayContaining(forms),
    });
  });

  test("a spreadsheet keeps numbers, booleans and days", async () => {
    const body = await sheetOf([
      ["load_kw", "seen", "ok"],
      [10, new Date("2026-03-04"), true],
    ]);
    const answer = await send(body, "", { "content-type": XLSX });
    const [, row] = await readSheet(Buffer.from(await answer.arrayBuffer()));
    expect(row).toEqual([10, "2026-03-04", true, 5, "plain", "2026-03-04", null, null, null, null]);
  });

  test("names that only later lines of JSON have become columns", async () => {
    const lines = `${'{"load_kw":1}\n'.repeat(30_000)}{"load_kw":2,"site":"last"}\n`;
    const text = await textOf(await send(lines, "", { "content-type": JSONL, accept: "text/csv" }));
    expect(text).toMatch(/^load_kw,site,used_kw.*\n1,,/);
    expect(text).toMatch(/\n2,last,1,[^\n]*\n$/);
  });

  test("a form with the table as a file, and parameters as fields", async () => {
    const form = new FormData();
    form.set("columns", "used_kw");
    form.set("input", '{"kind":"odd"}');
    form.set("file", new Blob(["load_kw\n7\n"], { type: "text/csv" }), "table.csv");
    expect(await textOf(await send(form, "", {}))).toBe("load_kw,used_kw,notes,error,error_fields\n7,7,,,\n");
    form.set("file", new Blob([await sheetOf([["load_kw"], [8]])]), "TABLE.XLSX");
    const answer = await send(form, "", { accept: "text/csv" });
    expect(await textOf(answer)).toBe("load_kw,used_kw,notes,error,error_fields\n8,8,,,\n");
  });
});

describe("parameters", () => {
  const query = (given: Record<string, string>) => `?${new URLSearchParams(given)}`;

  test("mapping and input", async () => {
    const given = { mapping: '{"load_kw":"Power"}', input: '{"share":0.1}', columns: "used_kw" };
    expect(await textOf(await send("Power\n50\n", query(given)))).toBe(
      "Power,used_kw,notes,error,error_fields\n50,5,,,\n",
    );
  });

  test("dates and decimals", async () => {
    const table = "load_kw;seen\n1.5;03/04/2026\n";
    const given = (dates: string) => query({ dates, decimals: "point", columns: "seen,used_kw" });
    expect(await textOf(await send(table, given("day-first")))).toContain(
      "\n1.5;03/04/2026;2026-04-03;0.8;;;\n",
    );
    expect(await textOf(await send(table, given("month-first")))).toContain(
      "\n1.5;03/04/2026;2026-03-04;0.8;;;\n",
    );
  });

  test("formulas", async () => {
    const table = "load_kw,note\n1,=1+1\n";
    expect(await textOf(await send(table, query({ columns: "used_kw" })))).toContain("\n1,'=1+1,0.5,,,\n");
    expect(await textOf(await send(table, query({ columns: "used_kw", formulas: "keep" })))).toContain(
      "\n1,=1+1,0.5,,,\n",
    );
  });

  test("columns, and the hash of the definition in every row", async () => {
    const answer = await send("load_kw\n1\n9999\n", query({ columns: "used_kw,definition_sha256" }));
    const hash = answer.headers.get("x-definition-hash") ?? "";
    const [, first, second] = (await textOf(answer)).split("\n");
    expect(first).toBe(`1,0.5,${hash},,,`);
    expect(second).toContain(`9999,,${hash},`);
  });

  test.each<[Record<string, string>, string, string]>([
    [{ colums: "all" }, "/colums", "Did you mean columns?"],
    [{ columns: "none_such" }, "", "none_such"],
    [{ mapping: "[]" }, "/mapping", "one JSON object"],
    [{ mapping: "{" }, "/mapping", "one JSON object"],
    [{ mapping: '{"load_kw":1}' }, "/mapping", "columns by the names of inputs"],
    [{ mapping: '{"x":"load_kw"}' }, "", "is no input"],
    [{ input: '{"share":0.1,"share":0.2}' }, "/input", "one JSON object"],
    [{ dates: "sometimes" }, "/dates", "day-first or month-first"],
    [{ decimals: "dot" }, "/decimals", "comma or point"],
    [{ formulas: "run" }, "/formulas", "guard or keep"],
  ])("%o is refused", async (given, pointer, words) => {
    const document = await problemOf(await send("load_kw\n1\n", query(given)), "invalid-input");
    expect(document.errors?.[0]).toMatchObject({ pointer, message: expect.stringContaining(words) });
  });
});

describe("refused with a problem document", () => {
  test("a tool that there is not", async () => {
    const answer = await send("load_kw\n1\n", "", CSV, "/v1/tools/hal/table");
    expect(await problemOf(answer, "unknown-tool")).toMatchObject({ status: 404, near: ["hall"] });
  });

  test.each(["application/json", "text/plain", "application/vnd.apache.parquet"])(
    "a body of %s",
    async (type) => {
      const answer = await send("{}", "", { "content-type": type });
      const document = await problemOf(answer, "unsupported-media-type");
      expect(document).toMatchObject({
        status: 415,
        allowed: expect.arrayContaining(["text/csv", "multipart/form-data"]),
      });
    },
  );

  test("a body without a type, and a compressed one", async () => {
    const untyped = await send(new TextEncoder().encode("load_kw\n1\n"), "", {});
    await problemOf(untyped, "unsupported-media-type");
    await problemOf(await send("x", "", { ...CSV, "content-encoding": "gzip" }), "unsupported-media-type");
  });

  test.each([
    ["", "The table is empty."],
    ["load_kw\n", "The table has no rows."],
    ["share\n1\n", "load_kw"],
    [`load_kw${",x".repeat(1200)}\n`, ""],
    [
      `load_kw,${Array.from({ length: 999 }, (_, at) => `c${at}`).join()}\n1${",".repeat(999)}\n`,
      "1007 columns; at most 1000",
    ],
    [`load_kw,note\n1,${"x".repeat(1_200_000)}\n2,x\n`, "1048576 bytes, or a quote that is never closed"],
    [`load_kw\n${"1\n".repeat(1_000_001)}`, "more than 1000000 rows"],
    ["PK\x03\x04", "spreadsheet"],
  ])("a table that cannot be computed: %#", async (table, words) => {
    const document = await problemOf(await send(table), "invalid-input");
    expect(document.errors?.map(({ message }) => message).join(" ")).toContain(words);
  });

  test("results that are too many for a spreadsheet, before anything is computed", async () => {
    const answer = await send(rowsOf(200_000), "", { ...CSV, accept: XLSX });
    expect((await problemOf(answer, "invalid-input")).detail).toContain("more than 1500000 cells");
  });

  test("forms without a table, with two, or with one of no known form", async () => {
    const form = (...files: string[]) => {
      const made = new FormData();
      made.set("columns", "all");
      for (const name of files) made.append("file", new Blob(["load_kw\n1\n"]), name);
      return send(made, "", {});
    };
    for (const answer of [await form(), await form("a.csv", "b.csv"), await form("a.parquet")])
      expect((await problemOf(answer, "invalid-input")).errors?.[0]?.pointer).toBe("/file");
    const broken = await send("no form", "", { "content-type": "multipart/form-data; boundary=x" });
    await problemOf(broken, "bad-request");
  });

  test("another method", async () => {
    const answer = await service.get(PATH);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test.each([
    ["GET", "/v1/jobs"],
    ["POST", "/v1/jobs?tool=hall"],
    ["GET", `/v1/jobs/${"A".repeat(24)}`],
    ["GET", `/v1/jobs/${"A".repeat(24)}/results`],
    ["POST", `/v1/jobs/${"A".repeat(24)}/cancel`],
  ])("%s %s: the addresses of jobs name what replaced them", async (method, path) => {
    const body = method === "POST" ? { body: rowsOf(100), headers: CSV } : {};
    const answer = await fetch(service.base + path, { method, ...body });
    const document = await problemOf(answer, "gone");
    expect(document).toMatchObject({ status: 410, replacement: "/v1/tools/{name}/table" });
    expect(document.detail).toContain("POST /v1/tools/{name}/table");
  });
});
