// Workbooks as offices keep them, with the inputs that a careful person reads from each row. Another person wrote them. At least 95 of
// 100 computable rows are computed, with these inputs, and no row that must be refused.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import readSheets from "read-excel-file/node";
import { describe, expect, test } from "vitest";
import { OWN_FILES } from "../../src/tables/bounds.js";
import { chunkWork } from "../../src/tables/chunk.js";
import { asUtf8, utf16In } from "../../src/tables/encoding.js";
import { openTable, type Wishes } from "../../src/tables/open-table.js";
import { xlsxText } from "../../src/tables/xlsx-read.js";
import { ROOT } from "../helpers/folders.js";
import { ownSet } from "../helpers/own-definitions.js";

const FOLDER = join(ROOT, "test/tables/judge");
const LEAST_SHARE = 0.95;

interface Workbook {
  readonly file: string;
  readonly tool: string;
  readonly options: {
    readonly map?: Readonly<Record<string, string>>;
    readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly values?: Readonly<Record<string, unknown>>;
    readonly dates?: "dmy" | "mdy";
    readonly decimals?: "comma" | "point";
    readonly sheet?: string;
  };
  readonly rows_total: number;
  readonly computable: number;
  readonly refuse: readonly { readonly row: number; readonly id: string; readonly why: string }[];
}
interface Row {
  readonly row: number;
  readonly id: string;
  /** Undefined if the row must be refused. */
  readonly inputs?: Readonly<Record<string, unknown>>;
}

const read = <T>(name: string) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as T;
const workbooks = read<Workbook[]>("expected.json");
const rows = read<Record<string, Row[]>>("rows.json");

interface Found {
  readonly computed: ReadonlyMap<number, Record<string, unknown>>;
  readonly refused: ReadonlyMap<number, string>;
  readonly aside: number;
}

async function computed({ file, tool: name, options }: Workbook): Promise<Found> {
  const tool = ownSet().tools.get(name);
  if (tool === undefined) throw new Error(`There is no ${name}.`);
  const mapping = Object.fromEntries(
    Object.entries(options.map ?? {}).map(([column, input]) => [input, column]),
  );
  let bytes: Uint8Array = readFileSync(join(FOLDER, file));
  const isSheet = file.endsWith(".xlsx");
  if (isSheet) {
    const wish = { inputs: tool, mapping, sheet: options.sheet };
    const { text } = await xlsxText(bytes, OWN_FILES, wish, (given) => readSheets(Buffer.from(given)));
    bytes = Buffer.from(text);
  }
  const utf16 = utf16In(bytes);
  if (utf16 !== undefined) {
    const parts: Uint8Array[] = [];
    for await (const part of asUtf8([bytes], utf16)) parts.push(part);
    bytes = Buffer.concat(parts);
  }
  const wishes: Wishes = {
    ...{ from: "csv", to: "csv", isSheet, mapping, fixed: options.values ?? {}, words: options.words ?? {} },
    readings: {
      decimals: options.decimals,
      ...(options.dates === undefined
        ? {}
        : { dates: options.dates === "dmy" ? "day-first" : "month-first" }),
    },
  };
  const { layout, start, line } = openTable(tool, bytes, wishes);
  const [done, refused] = [new Map<number, Record<string, unknown>>(), new Map<number, string>()];
  const work = chunkWork(tool, layout, (row, outcome) => {
    if (outcome.ok && row.input !== undefined) done.set(row.line, row.input);
    else if (!outcome.ok) refused.set(row.line, outcome.problems.map(({ message }) => message).join(" "));
  });
  const { tally } = work(bytes.subarray(start), line);
  const aside = Object.values(tally.aside).reduce((sum, { count }) => sum + count, 0);
  return { computed: done, refused, aside };
}

/** Inputs with dotted names, without those for all rows. */
function flat(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([inner, each]: [string, unknown]) => [`${name}.${inner}`, each])
        : [[name, value]],
    ),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === "number" && typeof other === "number")
    return Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(one));
  return JSON.stringify(one) === JSON.stringify(other);
}

describe("workbooks as offices keep them", () => {
  const sums = { computable: 0, computed: 0 };
  test.each(workbooks.map((workbook) => [workbook.file, workbook] as const))("%s", async (file, workbook) => {
    const expected = new Map(
      (rows[file] ?? []).filter(({ inputs }) => inputs !== undefined).map((row) => [row.row, row]),
    );
    sums.computable += expected.size;
    const found = await computed(workbook);
    const wrong: string[] = [];
    for (const { row, id, inputs = {} } of expected.values()) {
      const input = found.computed.get(row);
      if (input === undefined) {
        wrong.push(`${row} ${id}: not computed. ${found.refused.get(row) ?? "set aside"}`);
        continue;
      }
      const own = flat(input);
      const differing = Object.entries({ ...flat(workbook.options.values ?? {}), ...inputs }).filter(
        ([name, value]) => !isSame(own[name], value),
      );
      const more = Object.keys(own).filter(
        (name) => !(name in inputs) && !(name in (workbook.options.values ?? {})),
      );
      if (differing.length === 0 && more.length === 0) sums.computed++;
      else
        wrong.push(
          `${row} ${id}: ${differing.map(([name, value]) => `${name} ${JSON.stringify(own[name])}, not ${JSON.stringify(value)}`).join("; ")}${more.length === 0 ? "" : ` also ${more.join(", ")}`}`,
        );
    }
    expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(expected.size * (1 - LEAST_SHARE));
    expect([...found.computed.keys()].filter((row) => !expected.has(row))).toEqual([]);
  });

  test("95 of 100 computable rows", () => {
    expect(sums.computed / sums.computable).toBeGreaterThanOrEqual(LEAST_SHARE);
  });
});
