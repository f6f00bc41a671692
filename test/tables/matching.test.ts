// Reading tables of users: columns by title, choices by words, local formats of dates and numbers, and all missing
// columns reported at once.
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import type { RuntimeTool } from "../../src/engine/run/tool.js";
import { cellReader } from "../../src/tables/cell-reader.js";
import { chunkWork } from "../../src/tables/chunk.js";
import { MissingColumns } from "../../src/tables/layout.js";
import { type OpenTable, openTable, type Wishes } from "../../src/tables/open-table.js";
import { rowsOf } from "../../src/tables/rows.js";
import { ROOT } from "../helpers/folders.js";
import { ownSet } from "../helpers/own-definitions.js";

function tool(name: string): RuntimeTool {
  const found = ownSet().tools.get(name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}
const mees = tool("mees_checker");
const pue = tool("calculate_pue");

const opened = (of: RuntimeTool, text: string, wishes: Partial<Wishes> = {}): OpenTable =>
  openTable(of, Buffer.from(text), { from: "csv", to: "csv", ...wishes });

function inputsOf(of: RuntimeTool, text: string, wishes: Partial<Wishes> = {}): unknown[] {
  const { layout, start, line } = opened(of, text, wishes);
  const rest = Buffer.from(text).subarray(start).toString();
  return Array.from(rowsOf(of, layout)(rest, line), ({ input, fault }) => input ?? fault);
}

function resultOf(of: RuntimeTool, text: string, wishes: Partial<Wishes> = {}): string {
  const { layout, start, line, head } = opened(of, text, wishes);
  const { bytes } = chunkWork(of, layout)(Buffer.from(text).subarray(start), line);
  return Buffer.concat([head, bytes]).toString();
}

describe("columns", () => {
  test("by title, with or without the unit, in any case; the note says so", () => {
    const text = "Ref,IT load,COOLING (kW),UPS and distribution losses kW,lighting_kw\nA,500,150,30,5\n";
    const { carried, notes } = opened(pue, text);
    expect(carried).toEqual(["Ref"]);
    expect(notes).toContain('The column "IT load" is read as it_load_kw.');
    expect(inputsOf(pue, text)).toEqual([
      { it_load_kw: 500, cooling_kw: 150, ups_losses_kw: 30, lighting_kw: 5 },
    ]);
  });

  test("a column with the name of an input comes before one with its title, and a mapping before both", () => {
    const head = "it_load_kw,IT load,cooling_kw,ups_losses_kw,lighting_kw";
    const row = "500,600,1,1,1";
    const named = opened(pue, `${head}\n${row}\n`);
    expect(named.layout.fields[0]).toBe("it_load_kw");
    expect(named.carried).toEqual(["IT load"]);
    const mapped = opened(pue, `${head}\n${row}\n`, { mapping: { it_load_kw: "IT load" } });
    expect(mapped.layout.fields.slice(0, 2)).toEqual([null, "it_load_kw"]);
  });

  test("an input that the mapping leaves without a column takes none, by name or by title", () => {
    const text = "property_type,current_epc_band,Floor area,rateable_value_gbp\ndomestic,D,50,900\n";
    expect(opened(mees, text).layout.fields.slice(2)).toEqual(["floor_area_m2", "rateable_value_gbp"]);
    const mapping = { floor_area_m2: "", rateable_value_gbp: "" };
    expect(opened(mees, text, { mapping }).carried).toEqual(["Floor area", "rateable_value_gbp"]);
  });

  test("every title that only one input of its tool has finds that input", () => {
    let found = 0;
    for (const each of ownSet().tools.values()) {
      const properties = each.inputSchema.properties as Record<string, { title?: string }>;
      const titles = Object.values(properties).map(({ title }) => title?.toLowerCase());
      for (const [name, { title = "" }] of Object.entries(properties)) {
        if (title === "" || titles.filter((other) => other === title.toLowerCase()).length > 1) continue;
        const fixed = Object.fromEntries(
          Object.keys(properties).flatMap((other) => (other === name ? [] : [[other, 1]])),
        );
        const quoted = `"${title.replaceAll('"', '""')}"`;
        const { fields } = opened(each, `${quoted},x\n1,1\n`, { fixed }).layout;
        // Another input may have this title as its name.
        if (fields[0] === name) found++;
        else expect(Object.keys(properties), `${each.name}: ${title}`).toContain(fields[0]);
      }
    }
    expect(found).toBeGreaterThan(200);
  });

  test("all that are missing are told at once, with what may be meant for a mapping", () => {
    let error: unknown;
    try {
      opened(pue, "site,it_laod_kw,lighting_kw,Coolling\nA,1,1,1\n");
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(MissingColumns);
    const { message, proposal, fields } = error as MissingColumns;
    expect(fields).toEqual([null, null, "lighting_kw", null]);
    expect(message.split("\n")).toHaveLength(3);
    expect(message).toContain("Required column missing: it_load_kw (IT load). Did you mean it_laod_kw?");
    expect(proposal).toEqual({ it_load_kw: "it_laod_kw", cooling_kw: "Coolling", ups_losses_kw: "" });
  });
});

describe("cells", () => {
  test("a choice by its code or its title, in either case; a sign more is another word", () => {
    const schema = {
      type: "string",
      enum: ["domestic", "non_domestic", "A", "A+"],
      choices: {
        domestic: "Home",
        non_domestic: { title: "Other building", description: "" },
        A: "Best",
        "A+": "best",
      },
    };
    const read = cellReader(schema);
    for (const text of ["domestic", "Domestic", " HOME ", "home"]) expect(read(text)).toBe("domestic");
    for (const text of ["non_domestic", "Non-domestic", "NON DOMESTIC", "other building"])
      expect(read(text)).toBe("non_domestic");
    expect([read("a"), read("a+"), read("A-"), read("best")]).toEqual(["A", "A+", "A-", "best"]);
  });

  test("codes and titles of every choice of every tool mean themselves", () => {
    let choices = 0;
    for (const each of ownSet().tools.values())
      for (const schema of Object.values(
        each.inputSchema.properties as Record<string, { enum?: string[] }>,
      )) {
        const read = cellReader(schema);
        for (const code of schema.enum ?? []) {
          if (typeof code !== "string") continue;
          choices++;
          expect(read(code)).toBe(code);
        }
      }
    expect(choices).toBeGreaterThan(200);
  });

  const HEAD = "property_type,current_epc_band,as_of_date";
  const dates = (cells: readonly string[], wishes: Partial<Wishes> = {}) =>
    inputsOf(mees, `${HEAD}\n${cells.map((cell) => `domestic,D,${cell}\n`).join("")}`, wishes).map(
      (input) => (input as { as_of_date?: string }).as_of_date,
    );

  test.each([
    ["day first", ["31/03/2026", "01/04/2026"], ["2026-03-31", "2026-04-01"]],
    ["day first with points", ["1.4.2026", "02.05.2026"], ["2026-04-01", "2026-05-02"]],
    ["month first", ["03/31/2026", "04/01/2026"], ["2026-03-31", "2026-04-01"]],
    ["either", ["01/04/2026", "02/04/2026"], ["01/04/2026", "02/04/2026"]],
    ["both", ["31/03/2026", "03/31/2026", "01/02/2026"], ["2026-03-31", "2026-03-31", "01/02/2026"]],
    ["with times", ["2026-04-01 13:45", "2026-04-01T00:00:00Z"], ["2026-04-01", "2026-04-01"]],
    ["day first with times", ["31/03/2026 0:00", "01-04-2026 10:30:00"], ["2026-03-31", "2026-04-01"]],
    ["years of two digits", ["31/03/26", "01/02/99"], ["2026-03-31", "1999-02-01"]],
  ])("dates: %s", (_, cells, meant) => {
    expect(dates(cells)).toEqual(meant);
  });

  test("the order of dates can be said, and what was found out is", () => {
    expect(dates(["01/04/2026"], { readings: { dates: "day-first" } })).toEqual(["2026-04-01"]);
    expect(dates(["01/04/2026"], { readings: { dates: "month-first" } })).toEqual(["2026-01-04"]);
    const { notes } = opened(mees, `${HEAD}\ndomestic,D,01/04/2026\n`);
    expect(notes.join()).toContain("may begin with the day or the month");
    expect(opened(mees, `${HEAD}\ndomestic,D,31/04/2026\n`).notes.join()).toContain("with the day first");
    // The tool refuses invalid dates; they are not converted.
    expect(resultOf(mees, `${HEAD}\ndomestic,D,31/04/2026\n`)).toContain("as_of_date");
  });

  const numbers = (cells: readonly string[], wishes: Partial<Wishes> = {}) => {
    const rows = cells.map((cell) => `A,"${cell}",1,1,1\n`).join("");
    return inputsOf(pue, `site,it_load_kw,cooling_kw,ups_losses_kw,lighting_kw\n${rows}`, wishes).map(
      (input) => (input as { it_load_kw: unknown }).it_load_kw,
    );
  };

  test("decimal commas between commas are read where a column can have no others", () => {
    expect(numbers(["3,5", "1,500", "7"])).toEqual([3.5, 1.5, 7]);
    expect(numbers(["1,500", "2,750"])).toEqual([1500, 2750]);
    expect(numbers(["3,5", "1.500"])).toEqual([3.5, 1500]);
    expect(numbers(["1,500"], { readings: { decimals: "comma" } })).toEqual([1.5]);
    expect(numbers(["1,500"], { readings: { decimals: "point" } })).toEqual([1500]);
  });
});

describe("rows", () => {
  test("Excel's line for the separator is obeyed, kept, and counted as a line", () => {
    const text = "sep=|\r\nproperty_type|current_epc_band|note\r\nHome|d|a,b;c\r\nHome|d\r\n";
    expect(resultOf(mees, text, { columns: "verdict" })).toBe(
      "sep=|\r\nproperty_type|current_epc_band|note|verdict|notes|error|error_fields\r\n" +
        "Home|d|a,b;c|compliant|||\r\nHome|d||||Line 4: 2 cells where the first line has 3.|\r\n",
    );
  });

  test("a row with too many cells is refused, and what stands beyond is told", () => {
    const text = 'property_type,current_epc_band\ndomestic,D,x,"y, z",\n';
    expect(resultOf(mees, text, { columns: "verdict" })).toContain(
      'domestic,D,,,"Line 2: 5 cells where the first line has 2; beyond them: x | y, z.",',
    );
  });

  test("lines are counted from the first of the table, empty ones included", () => {
    const text = "\n\nproperty_type,current_epc_band\n\n\ndomestic\n";
    expect(resultOf(mees, text, { columns: "verdict" })).toContain("Line 6: 1 cell");
  });

  test("every row, refused ones included, carries the hash of the definition where that is asked for", () => {
    const wishes = { columns: "verdict,definition_sha256", definition: "abc" };
    const text = "property_type,current_epc_band\ndomestic,D\nship,D\n";
    const [head, first, second] = resultOf(mees, text, wishes).split("\n");
    expect(head).toContain("verdict,definition_sha256,notes,error");
    expect(first).toBe("domestic,D,compliant,abc,,,");
    expect(second).toMatch(/^ship,D,,abc,,"property_type must be/);
    const [, refused] = resultOf(mees, text, { ...wishes, to: "jsonl" }).split("\n");
    expect(JSON.parse(refused ?? "")).toMatchObject({
      definition_sha256: "abc",
      error_fields: "property_type",
    });
  });
});

test("what matches columns and reads cells needs nothing of Node: a page can use it", () => {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, "utf8");
    for (const [, type, from = ""] of text.matchAll(/^(?:import|export) (type )?[^;]*? from "([^"]+)";/gms)) {
      if (type !== undefined) continue;
      expect(from.startsWith("node:"), `${relative(ROOT, file)} imports ${from}`).toBe(false);
      if (from.startsWith(".")) visit(join(dirname(file), from.replace(/\.js$/, ".ts")));
    }
    expect(text, relative(ROOT, file)).not.toMatch(/\bBuffer\b|\bprocess\./);
  };
  const used = ["open-table", "chunk", "matching", "parts", "xlsx-read", "xlsx-write", "figures"];
  for (const name of used) visit(join(ROOT, `src/tables/${name}.ts`));
  expect(seen.size).toBeGreaterThan(10);
});
