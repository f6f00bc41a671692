// `plumbline table export`: every layout becomes one line per row, with dates, sources and remarks.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../helpers/run-command.js";

const TEXTS = {
  "common.yaml": "edition: 2026-11-01\ndisclaimer: None.\nfields: {flags: Flags.}\n",
  "sources.yaml":
    "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n",
  "tables/prices.yaml": `table: prices
edition: 2026-11-01
description: Prices of fuels.
cite: handbook table 1
keys: {fuel: equal, up_to_kw: at_most}
dated: as_of_date
columns:
  fuel: text
  up_to_kw: number
  price: {unit: GBP/kWh}
  taxed: {type: boolean, default: true}
rows:
  - {fuel: "wood, dry", up_to_kw: 10, price: 0.30, taxed: false, cite: handbook table 2, note: Delivered.}
  - {fuel: "=cmd", up_to_kw: .inf, price: null, until: 2026-12-31}
`,
  "tools/cost.yaml": `name: cost
title: Cost
description: Cost of fuel.
category: test
version: 1.0.0
edition: 2026-11-01
standard_reference: None
inputs:
  fuel: {choices: [gas, oil], description: Fuel.}
tables:
  hours: {unit: h, cite: handbook hours, entries: {gas: 10, oil: 20}}
  prices:
    cite: handbook grid
    grid: {rows: fuel, columns: [size, small, large], gas: [1, 2], oil: [3, 4]}
values:
  cost: hours(fuel) * prices(fuel, "small")
recommendations: [Go on.]
results:
  cost: {description: Cost}
`,
};

let folder: string;
const table = (...args: string[]) => call("table", [...args, "--definitions", join(folder, "definitions")]);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-table-test-"));
  for (const [path, text] of Object.entries(TEXTS)) {
    mkdirSync(join(folder, "definitions", path, ".."), { recursive: true });
    writeFileSync(join(folder, "definitions", path), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("rows have their dates, sources and remarks, and no cell is a formula", async () => {
  expect(await table("export", "prices.prices")).toEqual({
    status: 0,
    stderr: "",
    stdout: `fuel,up_to_kw,price,taxed,from,until,cite,note
"wood, dry",10,0.3,false,,,handbook table 2,Delivered.
'=cmd,inf,,true,,2026-12-31,handbook table 1,
`,
  });
});

test("entries and grids are written a line for each cell", async () => {
  expect((await table("export", "hours")).stdout).toBe(
    "key,cell,cite,note\ngas,10,handbook hours,\noil,20,handbook hours,\n",
  );
  expect((await table("export", "cost.prices")).stdout).toBe(
    "fuel,size,cell,cite,note\ngas,small,1,handbook grid,\ngas,large,2,handbook grid,\n" +
      "oil,small,3,handbook grid,\noil,large,4,handbook grid,\n",
  );
});

test("--output writes a file that spreadsheet programs read as UTF-8", async () => {
  const output = join(folder, "hours.csv");
  expect((await table("export", "hours", "--output", output)).stdout).toBe(
    `${output}: 2 rows of tools/cost.yaml.\n`,
  );
  expect(readFileSync(output, "utf8")).toMatch(/^\uFEFFkey,cell,/);
});

test("wrong usage names what is there", async () => {
  for (const [args, message] of [
    [["export"], "Name a table: plumbline table export <table>."],
    [["show", "hours"], "Name a table: plumbline table export <table>."],
    [["export", "hour"], "There is no table hour. Did you mean hours?"],
  ] as const)
    expect(await table(...args)).toMatchObject({ status: 2, stderr: message });
});
