// Tables as people keep them: titles above the headings, units, sums, words and numbers of several countries, UTF-16.
import { describe, expect, test } from "vitest";
import { chunkWork } from "../../src/tables/chunk.js";
import { asUtf8, utf16In } from "../../src/tables/encoding.js";
import { openTable, type Wishes } from "../../src/tables/open-table.js";
import { toolOf } from "../helpers/one-tool.js";

const tool = toolOf(
  "letting",
  `  kind: {title: Kind, also: [type], choices: {home: {also: [flat]}, shop: Shop}, description: Kind.}
  area_m2: {title: Floor area, above: 0, at_most: 100000, description: Area.}
  rent_gbp: {title: Rent, at_least: 0, at_most: 1000000, optional: true, description: Rent.}
  since: {title: Let since, type: date, optional: true, description: Day.}
  empty: {title: Empty, type: boolean, optional: true, description: Empty.}
recommendations: [{when: empty, say: Let it.}, Go on.]
results:
  kind: {description: Kind.}
  area_m2: {round: 2, description: Area.}
  rent_gbp: {round: 2, description: Rent.}
  since: {description: Day.}
  empty: {description: Empty.}
`,
);

function computed(text: string, wishes: Partial<Wishes> = {}) {
  const bytes = Buffer.from(text);
  const { layout, start, line, notes, carried } = openTable(tool, bytes, {
    from: "csv",
    to: "csv",
    ...wishes,
  });
  const rows: unknown[] = [];
  const rowNotes: string[] = [];
  const { tally } = chunkWork(tool, layout, (row, outcome) => {
    rows.push(outcome.ok ? row.input : outcome.problems.map(({ message }) => message).join(" "));
    rowNotes.push(...(row.notes ?? []));
  })(bytes.subarray(start), line);
  return { rows, notes, rowNotes, carried, tally };
}

describe("headings", () => {
  test("below titles, and with sections, sums and blank rows between the cases", () => {
    const text = [
      "Portfolio 2026,,,",
      ",,,",
      "Ref,Type,Floor area (sq ft),Rent",
      "North,,,",
      "1,Flat,1000,£950",
      ",,,",
      "TOTAL,,1000,950",
      "Ref,Type,Floor area (sq ft),Rent",
      '2,SHOP,500 m2,"1,200.50"',
    ].join("\n");
    const { rows, notes, tally, carried } = computed(`${text}\n`);
    expect(rows).toEqual([
      { kind: "home", area_m2: 92.90304, rent_gbp: 950 },
      { kind: "shop", area_m2: 500, rent_gbp: 1200.5 },
    ]);
    expect(carried).toEqual(["Ref"]);
    expect(notes.join(" ")).toContain("converted from sq ft to m");
    expect(Object.keys(tally.aside).sort()).toEqual(["blank", "heading", "headings again", "total"]);
    expect(tally).toMatchObject({ rows: 2, refused: 0 });
  });

  test("in two rows, with a row of units, unnamed and doubled columns", () => {
    const text = "Let,,,Size,,\nType,Note,Note,Floor area,,\n,,,ha,,\nflat,a,b,0.01,,x\n";
    const { rows, carried } = computed(text);
    expect(rows).toEqual([{ kind: "home", area_m2: 100 }]);
    expect(carried).toHaveLength(4);
  });

  test("a unit that measures something else is an error that names both", () => {
    expect(() => computed("Type,Floor area (kWh)\nflat,1\n")).toThrow(
      /is in kWh, but Floor area \(area_m2\) must be in m/,
    );
  });

  test("the line of the headings, columns, words and values that the sender names", () => {
    const text = "a,Type,Floor area\nb,K,Size\nc,Gatehouse,70\n";
    const wishes = {
      headerLine: 2,
      mapping: { kind: "K", area_m2: "Size" },
      words: { kind: { gatehouse: "Shop" } },
      fixed: { empty: true },
    };
    expect(computed(text, wishes).rows).toEqual([{ kind: "shop", area_m2: 70, empty: true }]);
  });
});

describe("cells", () => {
  const HEAD = "Kind;Floor area;Rent;Let since;Empty";
  test.each([
    [
      "flat;1.200,5;950,00 GBP;31.12.2025;nein",
      { area_m2: 1200.5, rent_gbp: 950, since: "2025-12-31", empty: false },
    ],
    ["flat;1 200;£1.2k;3 Mar 2029;ja", { area_m2: 1200, rent_gbp: 1200, since: "2029-03-03", empty: true }],
    ["flat;12'400;n/a;29 Apr 13;-", { area_m2: 12400, since: "2013-04-29" }],
    ["flat;85 sqm;;45000;Y", { area_m2: 85, since: "2023-03-15", empty: true }],
  ])("%s", (row, inputs) => {
    expect(computed(`${HEAD}\nflat;3,5;;;\n${row}\n`).rows[1]).toEqual({ kind: "home", ...inputs });
  });

  test("an unreadable optional cell is a note; an unknown choice or unit refuses the row", () => {
    const { rows, rowNotes, tally } = computed(
      `${HEAD}\nflat;10;see file;03/29;\nhall;10;;;\nflat;10 kW;;;\n`,
    );
    expect(rows[0]).toEqual({ kind: "home", area_m2: 10, since: "2029-03-01" });
    expect(rowNotes).toEqual([
      'Rent: "see file" cannot be read and is left out.',
      'Let since: "03/29" is read as 2029-03-01.',
    ]);
    expect(rows[1]).toContain("kind must be one of");
    expect(rows[2]).toContain("area_m2 must be a number");
    expect(tally.unknown).toEqual({ kind: { hall: { count: 1, line: 3 } } });
  });
});

test("UTF-16 becomes UTF-8, with or without a byte order mark", async () => {
  for (const mark of ["\uFEFF", ""]) {
    const bytes = Buffer.from(`${mark}Kind\tFläche\nflat\t3\n`, "utf16le");
    expect(utf16In(bytes)).toBe("utf-16le");
    const parts: Uint8Array[] = [];
    for await (const part of asUtf8([bytes.subarray(0, 7), bytes.subarray(7)], "utf-16le")) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe("\uFEFFKind\tFläche\nflat\t3\n");
  }
  expect(utf16In(Buffer.from("Kind,Area\n"))).toBeUndefined();
});
