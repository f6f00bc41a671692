// Half a million rows to Parquet with every column, in memory that does not grow with them, as another reader finds them; and
// back.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../helpers/folders.js";
import { ownTool } from "../helpers/own-definitions.js";
import { CLI } from "../helpers/processes.js";

/** No group of rows that is written and no window that is read holds more than this; with every column some 9,000. */
const PART = 100_000;
const ROWS = 5 * PART;
/** Megabytes of objects: where 100 bytes of a row lived on, half a million would not fit. */
const HEAP_MB = 64;
/** How much more memory all of them may take, with all that is no object; on a busy machine it is given back late. */
const MOST_MORE = 1.6;
const LONG_MS = 1_200_000;
const folder = mkdtempSync(join(tmpdir(), "plumbline-rows-"));
const at = (name: string) => join(folder, name);

/** The estate of docs/tables.md, over and over: the first column counts. */
const docs = readFileSync(join(ROOT, "docs/tables.md"), "utf8");
const tool = /plumbline run (\w+) --table/.exec(docs)?.[1] ?? "";
const [head = "", ...leases] = (/<<'ROWS'\n([\s\S]*?)ROWS\n/.exec(docs)?.[1] ?? "").trim().split("\n");
const [id = "", ...names] = head.split(",");

function* table(rows: number): Generator<string> {
  yield `${head}\n`;
  for (let row = 0; row < rows; row++) yield `${row}${leases[row % leases.length]?.replace(/^[^,]*/, "")}\n`;
}

/** Notes the most memory that the process held, in kilobytes, where it ends. */
const NOTED = `import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
if (isMainThread) process.on("exit", () => writeFileSync(process.env.NOTED, String(process.resourceUsage().maxRSS)));`;

async function run(from: string, to: string, columns: string): Promise<number> {
  const args = ["run", tool, "--table", at(from), "--output", at(to), "--columns", columns];
  const env = { ...process.env, NOTED: at("noted") };
  const node = [`--max-old-space-size=${HEAP_MB}`, "--import", at("noted.mjs")];
  const child = spawn(process.execPath, [...node, CLI, ...args], { env, stdio: "ignore" });
  expect(await once(child, "exit")).toEqual([0, null]);
  return Number(readFileSync(at("noted"), "utf8"));
}

let database: DuckDBInstance;
const query = async (sql: string) => {
  const connection = await database.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
  }
};
beforeAll(async () => {
  writeFileSync(at("noted.mjs"), NOTED);
  database = await DuckDBInstance.create(":memory:");
});
afterAll(() => {
  database.closeSync();
  rmSync(folder, { recursive: true });
});

test(
  "half a million rows and back",
  async () => {
    for (const [name, rows] of [
      ["part.csv", PART],
      ["all.csv", ROWS],
    ] as const)
      await pipeline(Readable.from(table(rows)), createWriteStream(at(name)));
    const part = await run("part.csv", "part.parquet", "all");
    expect(await run("all.csv", "all.parquet", "all")).toBeLessThan(MOST_MORE * part);

    const file = `'${at("all.parquet")}'`;
    expect(await query(`SELECT count(*)::INT n, count(DISTINCT "${id}")::INT ids FROM ${file}`)).toEqual([
      { n: ROWS, ids: ROWS },
    ]);
    const results = await query(`SELECT DISTINCT * EXCLUDE ("${id}") FROM ${file} ORDER BY ALL`);
    const city = names[0] ?? "";
    expect(results.map((row) => row[city])).toEqual(leases.map((lease) => lease.split(",")[1]).sort());
    for (const row of results) {
      const outcome = ownTool(tool).run(Object.fromEntries(names.slice(1).map((name) => [name, row[name]])));
      if (!outcome.ok) throw new Error(`${tool} refuses a lease`);
      const single = Object.entries(outcome.result).filter((entry) => typeof entry[1] !== "object");
      expect(single.length).toBeGreaterThan(3);
      const words = (pairs: readonly (readonly [string, unknown])[]) =>
        Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]));
      expect(words(Object.entries(row))).toMatchObject(words(single));
    }

    const verdict = ownTool(tool).facts.headline?.verdict ?? "";
    await run("all.parquet", "back.csv", verdict);
    const back = `read_csv('${at("back.csv")}')`;
    const same = `count(*) FILTER ("${verdict}" = "result.${verdict}")::INT same`;
    expect(await query(`SELECT count(*)::INT n, ${same} FROM ${back}`)).toEqual([{ n: ROWS, same: ROWS }]);
  },
  LONG_MS,
);
