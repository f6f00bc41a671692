// `plumbline sql`: the statement, its columns, and refusals of sources that do not fit.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smallSet } from "../helpers/git-repository.js";
import { call } from "../helpers/run-command.js";
import { duckdbConnection } from "../helpers/sql-rows.js";

const folder = mkdtempSync(join(tmpdir(), "plumbline-sql-"));
const table = join(folder, "halls.csv");
const mapping = join(folder, "mapping.yaml");

beforeAll(() => {
  for (const [path, text] of Object.entries(smallSet())) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(table, "hall,Power kW,days\nA,8.004,2026-01-01\nB,12,\nC,hot,\nD,101,\n");
  writeFileSync(mapping, "power_kw: power\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const sql = (...args: string[]) =>
  call("sql", ["small", "--definitions", join(folder, "definitions"), ...args]);

async function rowsOf(...statements: string[]): Promise<unknown[]> {
  const db = await duckdbConnection();
  for (const statement of statements.slice(0, -1)) await db.run(statement);
  return (await db.runAndReadAll(statements.at(-1) ?? "")).getRowObjectsJson();
}

const ROWS = [
  { hall: "A", spare_kw: 2, size: "small", shown: true, day_count: 1, flags: "", error: null },
  { hall: "B", spare_kw: -2, size: "large", shown: true, day_count: null, flags: "", error: null },
  { hall: "C", error: 'power_kw must be a number, not "hot".' },
  { hall: "D", error: "power_kw must be at most 100, not 101." },
];

const COLUMNS = "spare_kw,size,shown,day_count,flags";

const run = (...args: string[]) =>
  call("run", ["small", "--definitions", join(folder, "definitions"), "--table", ...args]);

const DUCKDB = ["--engine", "duckdb"];

describe("plumbline run in DuckDB", () => {
  test("CSV to Parquet and back, with the columns of other tables and the reasons of refusals", async () => {
    const [results, again] = [join(folder, "John's results.parquet"), join(folder, "again.csv")];
    const given = ["--columns", COLUMNS, "--workers", "1"];
    const made = await run(table, "--output", results, ...given);
    expect(made).toMatchObject({ status: 1, stderr: "" });
    expect(made.stdout).toBe(
      `4 rows, 2 computed, 2 refused\n  1  ${ROWS[2]?.error}\n  1  ${ROWS[3]?.error}\nWritten: ${results}\n`,
    );
    expect(await rowsOf(`FROM '${results.replace("'", "''")}'`)).toMatchObject(ROWS);
    const back = await run(results, "--output", again, ...given, "--json");
    expect(JSON.parse(back.stdout)).toMatchObject({ rows: 4, computed: 2, refused: 2 });
    expect(await rowsOf(`SELECT "result.size" AS size FROM '${again}'`)).toMatchObject([
      { size: "small" },
      { size: "large" },
      {},
      {},
    ]);
  });

  test.each([
    [DUCKDB, 2, "Name the file of the results with --output."],
    [[...DUCKDB, "--output", "r.xlsx"], 2, "DuckDB reads and writes .parquet, .csv, .tsv and .jsonl."],
    [[...DUCKDB, "--output", "r.csv", "--dates", "day-first"], 2, "--dates does not go with DuckDB."],
    [
      ["--output", "r.parquet", "--engine", "plumbline"],
      2,
      "Parquet files are computed by --engine duckdb only.",
    ],
    [["--output", "r.parquet", "--columns", "sizes"], 1, "There is no result column sizes."],
  ] as const)("%j ends with %d and names what is wrong", async (args, status, message) => {
    const made = await run(table, ...args);
    expect(made).toMatchObject({ status, stdout: "" });
    expect(made.stderr).toContain(message);
  });
});

describe("plumbline sql", () => {
  test("a CSV file, matched by names, with the reasons of refused rows", async () => {
    const { status, stdout } = await sql("--from", table, "--key", "hall", "--columns", COLUMNS);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^-- small 1\.0\.0, edition 2026-11-01, as SQL for duckdb\./);
    expect(stdout).toMatch(/^-- Definition: sha256 [0-9a-f]{64}$/m);
    const rows = await rowsOf(stdout);
    expect(rows).toMatchObject(ROWS);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(Object.keys(ROWS[0] ?? {}).sort());
  });

  test("a view, a table and a macro of a source with a mapping", async () => {
    const source = `CREATE OR REPLACE TABLE halls AS SELECT hall, "Power kW" AS power FROM read_csv('${table}', all_varchar = true)`;
    const given = ["--map", mapping, "--header", "hall,power", "--columns", "size", "--as", "sizes"];
    const expected = ["A", "B", "C", "D"].map((hall, at) => ({
      "input.hall": hall,
      size: ROWS[at]?.size ?? null,
    }));
    const view = await sql("--from", "halls", "--create", "view", ...given);
    expect(await rowsOf(source, view.stdout, "FROM sizes")).toMatchObject(expected);
    const macro = await sql("--create", "macro", ...given);
    expect(await rowsOf(macro.stdout, "FROM sizes('halls')")).toMatchObject(expected);
    const made = await sql("--from", "halls", "--create", "table", ...given);
    expect(await rowsOf("DROP VIEW sizes", made.stdout, "FROM sizes")).toMatchObject(expected);
  });

  test("values for all rows, chosen columns and the hash of the definition", async () => {
    const given = ["--power_kw", "8", "--columns", "spare_kw,definition_sha256", "--key", "hall"];
    const { stdout } = await sql("--from", "halls", "--header", "hall", ...given);
    const [row] = await rowsOf(stdout);
    expect(row).toEqual({
      hall: "A",
      spare_kw: 2,
      definition_sha256: /sha256 (\w+)/.exec(stdout)?.[1],
      error: null,
    });
  });

  test.each([
    [[], 2, "Name the source with --from"],
    [["--from", "halls", "--dialect", "oracle"], 2, "--dialect must be one of duckdb"],
    [["--from", "halls", "--as", "x"], 2, "--as names what --create makes."],
    [["--from", "halls", "--header", "hall"], 1, "Required column missing: power_kw"],
    [["--from", "nowhere"], 1, "Name the columns of the table with --header a,b,c."],
    [
      ["--from", "halls", "--header", "power_kw", "--columns", "sizes"],
      1,
      "There is no result column sizes.",
    ],
    [["--from", "halls", "--header", "power_kw", "--key", "id"], 1, "The table has no column id."],
    [["--from", "halls", "--header", "power_kw,power_kw"], 1, "Two columns of the table are called"],
  ] as const)("%j ends with %d and names what is wrong", async (args, status, message) => {
    const made = await sql(...args);
    expect(made).toMatchObject({ status, stdout: "" });
    expect(made.stderr).toContain(message);
  });
});
