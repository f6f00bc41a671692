// Tables give the tool's results in every row, for every format, number of threads and interruption; invalid tables
// are refused.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSheet } from "read-excel-file/node";
import { afterAll, describe, expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import type { RuntimeTool } from "../../src/engine/run/tool.js";
import { tableOf } from "../../src/explorer/csv.js";
import { cellReader } from "../../src/tables/cell-reader.js";
import { csvCell, recordsOf } from "../../src/tables/csv.js";
import { openTable } from "../../src/tables/open-table.js";
import { partsOf } from "../../src/tables/parts.js";
import { rowsOf } from "../../src/tables/rows.js";
import { addTally, Counter, emptyTally } from "../../src/tables/tally.js";
import { HAS_BROWSER, startBrowser } from "../helpers/browser.js";
import { ROOT } from "../helpers/folders.js";
import { FULL, testOnce } from "../helpers/full.js";
import { ownSet } from "../helpers/own-definitions.js";
import { CLI, runCli } from "../helpers/processes.js";
import { call } from "../helpers/run-command.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "plumbline-tables-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const write = (name: string, text: string | Buffer) => {
  writeFileSync(at(name), text);
  return at(name);
};

/** A seeded random generator. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const HEAD = "site,it_load_kw,cooling_kw,ups_losses_kw,lighting_kw";

function estate(name: string, rows: number): string {
  const random = randomFrom(1);
  const lines = [HEAD];
  for (let row = 0; row < rows; row++) {
    const load = (from: number, span: number) => (from + random() * span).toFixed(1);
    // Some inputs are refused.
    const it = row % 97 === 13 ? "-1" : load(100, 900);
    lines.push(`"Site ${row}, west",${it},${load(0, 300)},${load(0, 50)},${load(0, 10)}`);
  }
  return write(name, `${lines.join("\n")}\n`);
}

function tool(name: string): RuntimeTool {
  const found = ownSet().tools.get(name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

const run = (table: string, output: string, ...more: string[]) =>
  call("run", ["calculate_pue", "--table", table, "--output", at(output), ...more]);

function cellsOf(text: string): string[][] {
  return Array.from(recordsOf(text, ","), ({ cells }) => [...cells]);
}

function flat(value: unknown, path: string, into: Record<string, unknown>): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) into[path] = value;
  else
    for (const [name, inner] of Object.entries(value))
      flat(inner, path === "" ? name : `${path}.${name}`, into);
  return into;
}

describe("a table of inputs", () => {
  testOnce(
    "leaves with the results that the tool gives for each row, and with its own columns untouched",
    async () => {
      const table = estate("estate.csv", 300);
      const { status, stdout } = await run(table, "results.csv");
      expect(status).toBe(1);
      expect(stdout).toContain("300 rows, 297 computed, 3 refused");
      expect(stdout).toContain("it_load_kw must be greater than 0. (first in line 15)");
      const [head = [], ...rows] = cellsOf(readFileSync(at("results.csv"), "utf8"));
      const before = readFileSync(table, "utf8").trim().split("\n").slice(1);
      expect(rows).toHaveLength(before.length);
      const after = readFileSync(at("results.csv"), "utf8").trim().split("\n").slice(1);
      const tool = ownSet().tools.get("calculate_pue");
      for (const [number, row] of rows.entries()) {
        expect(after[number]?.startsWith(`${before[number]},`)).toBe(true);
        const input = Object.fromEntries(
          head.slice(1, 5).map((name, column) => [name, Number(row[column + 1])]),
        );
        const outcome = tool?.run(input);
        const told = Object.fromEntries(head.map((name, column) => [name, row[column]]));
        if (outcome?.ok !== true) {
          expect(told).toMatchObject({ pue_score: "", error_fields: "it_load_kw" });
          expect(told.error).toBe("it_load_kw must be greater than 0, not -1.");
          continue;
        }
        const found = flat(outcome.result, "", {});
        for (const name of head.slice(5)) {
          const value = found[name];
          if (name === "flags") expect(told[name]).toBe((value as string[]).join(" | "));
          else expect(told[name]).toBe(value === null || value === undefined ? "" : String(value));
        }
      }
    },
  );

  testOnce(
    "cells that a spreadsheet would run are texts in CSV and .xlsx, numbers are numbers, and keep keeps all",
    async () => {
      const runs = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "＝1"];
      const numbers = ["-5", "+3.25", "-1e-3", "-1,000.5", "-", "a=b", "'=1"];
      const cells = [...runs, ...numbers].map((cell) => `"${cell}"`);
      const table = write(
        "formulas.csv",
        `${HEAD},note,=head\n${cells.map((cell) => `a,100,20,5,1,${cell},-7`).join("\n")}\n`,
      );
      const columns = ["--columns", "pue_score"];
      expect((await run(table, "guarded.csv", ...columns)).status).toBe(0);
      const [head, ...rows] = cellsOf(readFileSync(at("guarded.csv"), "utf8"));
      expect(head?.[6]).toBe("'=head");
      expect(rows.map((row) => row[5])).toEqual([...runs.map((cell) => `'${cell}`), ...numbers]);
      expect(new Set(rows.map((row) => row[6]))).toEqual(new Set(["-7"]));
      // Rows without formulas stay byte for byte, including quotes.
      expect(readFileSync(at("guarded.csv"), "utf8")).toContain('\na,100,20,5,1,"-5",-7,');
      // Escaping twice changes nothing.
      const again = write("again.csv", readFileSync(at("guarded.csv")));
      expect((await run(again, "twice.csv", ...columns)).status).toBe(0);
      expect(cellsOf(readFileSync(at("twice.csv"), "utf8")).map((row) => row[5])).toEqual(
        cellsOf(readFileSync(at("guarded.csv"), "utf8")).map((row) => row[5]),
      );
      expect((await run(table, "kept.csv", ...columns, "--formulas", "keep")).status).toBe(0);
      expect(cellsOf(readFileSync(at("kept.csv"), "utf8")).map((row) => row[5])).toEqual([
        "note",
        ...runs,
        ...numbers,
      ]);
      expect((await run(table, "guarded.xlsx", ...columns)).status).toBe(0);
      const sheet = await readSheet(at("guarded.xlsx"));
      expect(sheet[1]?.[5]).toBe("'=1+1");
      expect(sheet[8]?.slice(4, 7)).toEqual([1, "-5", "-7"]);
      // JSON lines need no escaping.
      expect((await run(table, "formulas.jsonl", ...columns)).status).toBe(0);
      expect(JSON.parse(readFileSync(at("formulas.jsonl"), "utf8").split("\n")[0] ?? "")).toMatchObject({
        note: "=1+1",
      });
    },
  );

  testOnce("an input that was guarded is read without its quote", () => {
    const layout = openTable(tool("calculate_pue"), Buffer.from(`${HEAD}\n`), {
      from: "csv",
      to: "csv",
    }).layout;
    const rows = rowsOf(tool("calculate_pue"), layout);
    expect([...rows("a,'-5,20,5,1\n", 2)][0]?.input).toMatchObject({ it_load_kw: -5 });
    expect([...rows("a,=5,20,5,1\n", 2)][0]).toMatchObject({
      input: { it_load_kw: "=5" },
      carried: "a,'=5,20,5,1",
    });
  });

  test("gives the same bytes with one thread, with three, and by way of JSON lines and a spreadsheet", async () => {
    const table = estate("long.csv", FULL ? 40_000 : 8_000);
    expect((await run(table, "one.csv", "--workers", "1")).status).toBe(1);
    expect((await run(table, "three.csv", "--workers", "3")).status).toBe(1);
    const whole = readFileSync(at("one.csv"), "utf8");
    expect(readFileSync(at("three.csv"), "utf8")).toBe(whole);
    const short = estate("short.csv", 500);
    expect((await run(short, "short-results.csv", "--columns", "pue_score,flags")).status).toBe(1);
    for (const ending of ["jsonl", "xlsx"]) {
      // Without results: the table in another format.
      expect((await run(short, `plain.${ending}`, "--columns", "pue_score")).status).toBe(1);
      const again = await run(at(`plain.${ending}`), `again-${ending}.csv`, "--columns", "pue_score,flags");
      expect(again.status).toBe(1);
      const [head = [], ...rows] = cellsOf(readFileSync(at(`again-${ending}.csv`), "utf8"));
      const column = (name: string) => rows.map((row) => row[head.indexOf(name)]);
      const [, ...own] = cellsOf(readFileSync(at("short-results.csv"), "utf8"));
      expect(column("site")).toEqual(own.map(([site]) => site));
      expect(column("result.pue_score")).toEqual(own.map((row) => row[5]));
    }
  });

  testOnce(
    "columns by other names, one value for all rows, nested inputs and results by choice",
    async () => {
      const table = write("leases.csv", "Ref,IT,cooling_kw,UPS LOSSES KW,lighting_kw\n007,500,150,30,5\n");
      const map = write("map.yaml", "it_load_kw: IT\n");
      const { stdout, stderr } = runCli([
        ...["run", "pue", "--table", table, "--map", map],
        ...["--country", "GB", "--columns", "pue_score,country"],
      ]);
      expect(stdout).toBe(
        "Ref,IT,cooling_kw,UPS LOSSES KW,lighting_kw,pue_score,country,notes,error,error_fields\n007,500,150,30,5,1.37,GB,,,\n",
      );
      expect(stderr).toContain("Columns kept as they are: Ref.");
      const vetting = write("vetting.csv", "answers.registered,answers.insurance,purpose\nyes,no,general\n");
      const json = JSON.stringify({ purpose: "general", answers: { registered: "yes", insurance: "no" } });
      const score = JSON.parse(runCli(["run", "contractor_vetting", "--input", "-"], json).stdout) as {
        score: number;
      };
      const nested = runCli(["run", "contractor_vetting", "--table", vetting, "--columns", "score"]).stdout;
      expect(nested.split("\n")[1]).toBe(`yes,no,general,${score.score},,,`);
      const all = await run(table, "all.csv", "--map", map, "--columns", "all");
      expect(all.status).toBe(0);
      expect(readFileSync(at("all.csv"), "utf8")).toContain("recommendations");
    },
  );

  testOnce("a spreadsheet keeps its numbers, days, yes and no, empty rows and strange texts", async () => {
    const text = (value: string) => ({ value });
    const names = ["Lease", "property type", "current_epc_band", "as_of_date", "Area", "Let", "Code"].map(
      text,
    );
    const day = { value: new Date("2026-04-01"), type: Date, format: "dd/mm/yyyy" } as const;
    const rows = [
      names,
      [text('A, "east"'), text("domestic"), text("F"), day, { value: 61.5 }, { value: true }, text("007")],
      [null, null, null, null, null, null, null],
      [text("café"), text("ship"), text("B"), null, { value: 1200 }, { value: false }, text("x")],
    ];
    await writeXlsxFile(rows).toFile(at("leases.xlsx"));
    const { status, stdout } = runCli([
      ...["run", "mees_checker", "--table", at("leases.xlsx"), "--output", at("leases-out.xlsx")],
      ...["--columns", "compliant,verdict,cost_cap_gbp"],
    ]);
    expect({ status, stdout }).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("first in line 4"),
    });
    const [head, first, second, ...more] = await readSheet(at("leases-out.xlsx"));
    expect(head?.slice(7)).toEqual([
      "compliant",
      "verdict",
      "cost_cap_gbp",
      "notes",
      "error",
      "error_fields",
    ]);
    const carried = ['A, "east"', "domestic", "F", "2026-04-01", 61.5, true, "007"];
    expect(first).toEqual([...carried, false, "non_compliant", 3500, null, null, null]);
    expect(second?.slice(4, 7)).toEqual([1200, false, "x"]);
    expect(second?.at(-1)).toBe("property_type");
    expect(more).toEqual([]);
  });

  testOnce("the table that the explorer shows for an input is read as that input", () => {
    for (const tool of ownSet().tools.values())
      for (const { input } of tool.facts.examples) {
        const { layout, start, carried } = openTable(tool, Buffer.from(tableOf(input)), {
          from: "csv",
          to: "csv",
        });
        expect(carried, tool.name).toEqual([]);
        const text = tableOf(input).slice(start);
        // An empty cell is an omitted input.
        const meant = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ""));
        const rows = [...rowsOf(tool, layout)(text, 2)];
        expect(rows.length, tool.name).toBeGreaterThan(0);
        for (const row of rows) expect(row.input, tool.name).toEqual(meant);
      }
  });

  testOnce("a brief result lacks two lists of sentences, and nothing else", () => {
    for (const tool of ownSet().tools.values())
      for (const { input } of tool.facts.examples) {
        const [whole, brief] = [tool.run(input), tool.run(input, true)];
        if (!whole.ok) continue;
        const lists = Object.keys(whole.result).filter(
          (name) => name === "assumptions" || name === "recommendations",
        );
        const none = Object.fromEntries(lists.map((name) => [name, null]));
        expect(brief, tool.name).toEqual({ ok: true, result: { ...whole.result, ...none } });
      }
  });

  testOnce("the figure of a long table is drawn from its first rows as much as from its last", () => {
    const whole = emptyTally();
    for (let row = 0; row < 100_000; ) {
      const counter = new Counter({ numbers: ["n"] });
      for (const end = row + 7000; row < end; row++) counter.computed({ n: row }, row);
      addTally(whole, counter.tally);
    }
    const { values = [] } = whole.samples.n ?? {};
    const { count = 0 } = whole.numbers.n ?? {};
    expect(values.length).toBeGreaterThan(2000);
    expect(values.length).toBeLessThan(4097);
    for (let tenth = 0; tenth < 10; tenth++) {
      const own = values.filter((value) => Math.floor((10 * value) / count) === tenth);
      expect(own.length / values.length).toBeCloseTo(0.1, 2);
    }
  });

  testOnce("the summary as data, and as a page with its figures", async () => {
    const { stdout } = await run(
      estate("page.csv", 200),
      "page-results.csv",
      "--html",
      at("page.html"),
      "--json",
    );
    const data = JSON.parse(stdout) as Record<string, Record<string, number>>;
    expect(data).toMatchObject({ rows: 200, refused: 2, computed: 198 });
    expect(Object.values(data.verdicts ?? {}).reduce((sum, count) => sum + count)).toBe(198);
    const page = readFileSync(at("page.html"), "utf8");
    expect(page.match(/<svg/g)).toHaveLength(8);
    expect(page).toContain("it_load_kw must be greater than 0.");
  });

  test.skipIf(FULL || !HAS_BROWSER)(
    "the page is whole on a telephone and on a desk, light and dark",
    async () => {
      await run(estate("seen.csv", 200), "seen-results.csv", "--html", at("seen.html"));
      const browser = await startBrowser();
      try {
        for (const colorScheme of ["light", "dark"] as const)
          for (const width of [390, 1100]) {
            const page = await browser.newPage({
              viewport: { width, height: 800 },
              colorScheme,
              bypassCSP: true,
            });
            await page.goto(`file://${at("seen.html")}`);
            const seen = `${colorScheme}, ${width}`;
            const cut = `[...document.querySelectorAll("main *")].filter((each) => each.scrollWidth > each.clientWidth + 1
            && getComputedStyle(each).overflowX !== "visible" || each.getBoundingClientRect().right > innerWidth)
            .map((each) => each.outerHTML.slice(0, 100))`;
            expect(await page.evaluate(cut), seen).toEqual([]);
            const ground = await page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
            const brightness = Number(/\d+/.exec(String(ground))?.[0]);
            expect(brightness > 128, `${seen}: ${String(ground)}`).toBe(colorScheme === "light");
            await page.addScriptTag({ content: AXE });
            const wrong =
              "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))";
            expect(await page.evaluate(wrong), seen).toEqual([]);
            await page.close();
          }
      } finally {
        await browser.close();
      }
    },
  );
});

testOnce("the estate of docs/tables.md", async () => {
  const page = readFileSync(join(ROOT, "docs/tables.md"), "utf8");
  const rows = /<<'ROWS'\n([\s\S]*?)ROWS\n/.exec(page)?.[1] ?? "";
  const table = write("docs.csv", rows);
  const lines = page.split("\n").filter((line) => line.startsWith("plumbline "));
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    const words = line.replace(/ #.*/, "").trim().split(/\s+/).slice(1);
    const { status } = runCli(
      words.map((word) => (word === "estate.csv" ? table : /\.(csv|html)$/.test(word) ? at(word) : word)),
    );
    expect(status, line).toBe(0);
  }
  expect(readFileSync(at("results.csv"), "utf8")).toMatch(/^L-001,Leeds,domestic,F,.*non_compliant/m);
});

describe("work that is broken off", () => {
  const part = at("late.csv.part");

  test.runIf(FULL).each(["SIGKILL", "SIGINT"] as const)(
    "%s: nothing is left as if whole, and the same command goes on",
    async (signal) => {
      const table = estate("late-estate.csv", 100_000);
      rmSync(part, { force: true });
      rmSync(`${part}.json`, { force: true });
      rmSync(at("late.csv"), { force: true });
      const args = ["run", "calculate_pue", "--table", table, "--output", at("late.csv"), "--workers", "1"];
      const child = spawn(process.execPath, [CLI, ...args]);
      const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
      while (!existsSync(`${part}.json`)) await new Promise((resolve) => setTimeout(resolve, 20));
      child.kill(signal);
      expect(await ended).toBe(signal === "SIGINT" ? 130 : null);
      expect(existsSync(at("late.csv"))).toBe(false);
      const resumed = runCli(args);
      expect(resumed.stdout).toMatch(/[\d,]+ of them were computed by the run before/);
      expect(resumed.stdout).toContain("100,000 rows, ");
      expect((await run(table, "straight.csv", "--workers", "1")).status).toBe(1);
      expect(readFileSync(at("late.csv")).equals(readFileSync(at("straight.csv")))).toBe(true);
      expect(existsSync(part) || existsSync(`${part}.json`)).toBe(false);
    },
  );

  /** A file size limit in blocks of 1024 bytes simulates a full disk without privileges. */
  const withRoom = (blocks: number, args: readonly string[]) =>
    spawnSync("bash", ["-c", `ulimit -f ${blocks}; exec "$@"`, "bash", process.execPath, CLI, ...args], {
      encoding: "utf8",
    });

  test.runIf(FULL)("a full disk is said, and the run goes on when there is room", async () => {
    const table = estate("full.csv", 30_000);
    const args = ["run", "calculate_pue", "--table", table, "--output", at("full-results.csv")];
    const { status, stderr } = withRoom(3000, args);
    expect(status).toBe(1);
    expect(stderr).toContain("full-results.csv cannot be written");
    expect(existsSync(at("full-results.csv"))).toBe(false);
    const { stdout } = runCli(args);
    expect(stdout).toMatch(/^\S.*: 30,000 rows, [\s\S]*[\d,]+ of them were computed by the run before/);
    expect(readFileSync(at("full-results.csv"), "utf8").trim().split("\n")).toHaveLength(30_001);
    expect((await run(table, "full-straight.csv")).status).toBe(1);
    expect(readFileSync(at("full-results.csv")).equals(readFileSync(at("full-straight.csv")))).toBe(true);
  });

  test.skipIf(FULL || !existsSync("/dev/full"))(
    "a full disk behind standard output is said, without a stack",
    () => {
      const table = estate("printed.csv", 10);
      const { status, stderr } = spawnSync(
        "bash",
        ["-c", `exec "$@" > /dev/full`, "bash", process.execPath, CLI, "run", "pue", "--table", table],
        { encoding: "utf8" },
      );
      expect(status).toBe(1);
      expect(stderr).toContain("cannot write the output");
      expect(stderr).not.toContain("node:");
    },
  );

  testOnce("a folder in the place of a file, or one that is not there, is told before any work", async () => {
    const table = estate("early.csv", 10);
    mkdirSync(at("folder.csv"));
    for (const [args, words] of [
      [["--table", at("folder.csv")], "is a folder"],
      [["--table", table, "--output", at("folder.csv")], "is a folder"],
      [["--table", table, "--output", at("nowhere/out.csv")], "There is no folder"],
      [["--table", table, "--output", at("early-out.csv"), "--html", at("nowhere/page.html")], "no folder"],
    ] as const) {
      const { status, stdout, stderr } = await call("run", ["pue", ...args]);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toContain(words);
    }
    expect(existsSync(at("early-out.csv"))).toBe(false);
  });
});

describe("tables that are not as they should be", () => {
  const ROW = "A,500,150,30,5";

  testOnce.each([
    ["empty.csv", "", "The table is empty."],
    ["blank.csv", "\n\n", "The table is empty."],
    [
      "missing.csv",
      `site,it_laod_kw,cooling_kw,ups_losses_kw,lighting_kw\n${ROW}\n`,
      "Required column missing: it_load_kw (IT load). Did you mean it_laod_kw?",
    ],
    ["sheet.csv", Buffer.from("PK\x03\x04rest"), "spreadsheet or an archive"],
    ["bytes.csv", Buffer.from("a,b\n\0\0\0\n"), "no text that can be read"],
    ["lines.jsonl", "[1]\n2\n", "None of the first lines is a JSON object"],
    ["table.xlsx", "x", "The spreadsheet cannot be read"],
    ["huge.xlsx", Buffer.alloc(11 * 1024 * 1024), "11 MiB; at most 10 are read. Save it as CSV UTF-8"],
    ["table.parquet", "PAR1", "too small to be a Parquet file"],
    ["parquet.csv", "PAR1 and more", "Convert it to CSV: duckdb -c"],
    ["table.ods", "x", "Save the spreadsheet as .xlsx or as CSV UTF-8."],
  ])("%s is refused before any work", async (name, text, message) => {
    const { status, stdout, stderr } = await run(write(name, text), "never.csv");
    expect({ status: status === 0, stdout }).toEqual({ status: false, stdout: "" });
    expect(stderr).toContain(message);
    expect(existsSync(at("never.csv")) || existsSync(at("never.csv.part"))).toBe(false);
  });

  testOnce(
    "byte order marks, quoted newlines, semicolons and decimal commas are read, broken lines told by their number",
    async () => {
      const lines = [
        "\uFEFFName;it_load_kw;cooling_kw;ups_losses_kw;lighting_kw",
        '"Hall; ""east""\r\nwing";500,0;150;30;5',
        "thousands;1.500;150;30;5",
        "short;500;150",
        'open;500;150;30;"5',
        'foot 5";500;150;30;5',
      ];
      const { stdout } = await run(
        write("words.csv", `${lines.join("\r\n")}\r\n`),
        "words-results.csv",
        "--columns",
        "pue_score",
      );
      const out = readFileSync(at("words-results.csv"), "utf8").split("\r\n");
      expect(out.slice(0, 3)).toEqual([
        "\uFEFFName;it_load_kw;cooling_kw;ups_losses_kw;lighting_kw;pue_score;notes;error;error_fields",
        '"Hall; ""east""',
        'wing";500,0;150;30;5;1,37;;;',
      ]);
      expect(out[3]).toMatch(/^thousands;1\.500;150;30;5;1,123;;;$/);
      expect(out[4]).toBe("short;500;150;;;;;Line 5: 3 cells where the first line has 5.;");
      expect(out[5]).toContain("Line 6: a quote is not closed");
      expect(out[6]).toBe('foot 5";500;150;30;5;1,37;;;');
      expect(stdout).toContain("5 rows, 3 computed, 2 refused");
    },
  );

  testOnce("Windows-1252 is read as such, and said", async () => {
    const { stdout } = await run(
      write("old.csv", Buffer.from(`${HEAD}\nCaf\xe9 \x80,500,150,30,5\n`, "latin1")),
      "old-results.csv",
    );
    expect(stdout).toContain("read as Windows-1252");
    expect(readFileSync(at("old-results.csv"), "utf8")).toContain("Café €,500,150,30,5,1.37,");
  });
});

describe("cells and digits", () => {
  testOnce("any texts survive being written and read, wherever a block ends", async () => {
    const random = randomFrom(2);
    const signs = ['"', ",", "\n", "\r\n", "a", "é", "€", " ", ""];
    const sign = () => signs[Math.floor(random() * signs.length)] ?? "";
    const layout = openTable(tool("calculate_pue"), Buffer.from(`${HEAD}\n`), {
      from: "csv",
      to: "csv",
    }).layout;
    for (let round = 0; round < 300; round++) {
      const rows = Array.from({ length: 3 }, () =>
        Array.from({ length: HEAD.split(",").length }, () => `x${sign()}${sign()}${sign()}`),
      );
      const text = `${rows.map((row) => row.map((cell) => csvCell(cell, ",")).join(",")).join("\n")}\n`;
      expect(cellsOf(text)).toEqual(rows);
      const bytes = Buffer.from(text);
      const cut = Math.floor(random() * bytes.length);
      const [read, lines]: [string[][], number[]] = [[], []];
      for await (const part of partsOf([bytes.subarray(0, cut), bytes.subarray(cut)], layout, 1)) {
        read.push(...cellsOf(Buffer.from(part.bytes).toString()));
        lines.push(part.line);
      }
      expect(read).toEqual(rows);
      const ends = text.split("\n").length - 1;
      expect(lines.every((line) => line >= 1 && line <= ends)).toBe(true);
    }
  });

  testOnce("numbers are read as JavaScript reads them, with points or with commas", () => {
    const random = randomFrom(4);
    const [number, comma] = [
      cellReader({ type: "number" }),
      cellReader({ type: "number" }, { decimalComma: true }),
    ];
    const texts = ["0", "-0", "1.", ".5", " 7", "1e3", "0x10", "1.2.3", "--1", "123456789012345678", "x"];
    for (let more = 0; more < 2000; more++) {
      const value = (random() - 0.5) * 10 ** Math.floor(random() * 18);
      texts.push(value.toFixed(Math.floor(random() * 8)), String(value));
    }
    for (const text of texts) {
      const value = Number(text);
      const meant = Number.isFinite(value) && text.trim() !== "" ? value : text;
      expect(number(text)).toBe(meant);
      const written = text.replace(".", ",");
      if (!written.includes(".")) expect(comma(written)).toBe(meant === text ? written : meant);
    }
    // It may mean 1500.
    expect(comma("1.500")).toBe(1500);
  });
});
