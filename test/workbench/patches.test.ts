// Patches of a set that extends another: each changes one named place and leaves every other byte of the file.
import { describe, expect, test } from "vitest";
import { extend } from "../../src/definitions/extend.js";
import { sha256 } from "../../src/definitions/folder.js";
import type { DefinitionFile } from "../../src/engine/language/files.js";
import { formatFinding } from "../../src/engine/language/findings.js";

const PRICES = `# What energy costs
table: prices
columns: {fuel: text, price: GBP}   # by the kWh
rows:
  - {fuel: gas, price: 0.07}        # mains
  - {fuel: oil, price: 0.09}
  - fuel: wood
    price: 0.05
notes: [cap, levy]
about: >-
  Two lines
  of prose.
limits:
  low: 1   # the lowest
  high: 9
`;

const file = (path: string, text: string): DefinitionFile => ({ path, text, sha256: sha256(text) });

function patched(...patches: readonly string[]) {
  const own = [
    file("common.yaml", "extends: plumbline\n"),
    file("patches.yaml", patches.map((patch) => `${patch}\n`).join("")),
  ];
  const files = extend(own, [file("tables/prices.yaml", PRICES)], sha256);
  return {
    prices: files.find(({ path }) => path === "tables/prices.yaml"),
    findings: files.find(({ path }) => path === "patches.yaml")?.findings ?? [],
  };
}

const patch = (at: string, change: string, name = "ours") =>
  `${name}: {file: tables/prices.yaml, at: "${at}", because: we pay this, ${change}}`;

describe("one place is changed, the rest stands as it ships", () => {
  test.each([
    ["a cell", "rows[fuel=gas].price", "set: 0.08", ["price: 0.07", "price: 0.08"]],
    ["a cell of a row in lines", "rows[fuel=wood].price", "set: 0.06", ["price: 0.05", "price: 0.06"]],
    [
      "a row by two fields",
      "rows[fuel=oil, price=0.09]",
      "set: {fuel: oil, price: 1}",
      ["price: 0.09}", "price: 1}"],
    ],
    ["a text of several lines", "about", "set: 'One: line'", [">-\n  Two lines\n  of prose.", '"One: line"']],
    [
      "a further row",
      "rows",
      "add: {fuel: peat, price: 0.1}",
      ["0.05\n", "0.05\n  - {fuel: peat, price: 0.1}\n"],
    ],
    ["a further word", "notes", "add: vat", ["levy]", "levy, vat]"]],
    ["a further entry", "limits", "add: {top: 10}", ["high: 9\n", "high: 9\n  top: 10\n"]],
    [
      "a row before another",
      "rows[fuel=oil]",
      "before: {fuel: lpg, price: 0.1}",
      ["  - {fuel: oil", "  - {fuel: lpg, price: 0.1}\n  - {fuel: oil"],
    ],
    ["no row", "rows[fuel=gas]", "remove: true", ["  - {fuel: gas, price: 0.07}        # mains\n", ""]],
    ["no word", "notes[levy]", "remove: true", [", levy", ""]],
    ["no entry", "limits.low", "remove: true", ["  low: 1   # the lowest\n", ""]],
    ["a formula in quotes", "limits.high", "set: '= low * 2'", ["high: 9", "high: = low * 2"]],
  ])("%s", (_, at, change, [before = "", after = ""]) => {
    const { prices, findings } = patched(patch(at.replaceAll('"', '\\"'), change));
    expect(findings).toEqual([]);
    expect(prices?.text).toBe(PRICES.replace(before, after));
    expect(prices).toMatchObject({ patches: ["ours"], ownLines: 0, sha256: sha256(prices?.text ?? "") });
  });

  test("in the order in which they stand", () => {
    const { prices } = patched(
      patch("rows", "add: {fuel: peat, price: 0.1}", "first"),
      patch("rows[fuel=peat].price", "set: 0.2", "second"),
    );
    expect(prices?.text).toContain("  - {fuel: peat, price: 0.2}\n");
    expect(prices?.patches).toEqual(["first", "second"]);
  });
});

describe("a place that is not there", () => {
  test.each([
    [
      "rows[fuel=gas].prize",
      "set: 1",
      "There is no prize in rows[fuel=gas] of tables/prices.yaml.",
      "did you mean price?",
    ],
    [
      "rows[fuel=gas].note",
      "set: 1",
      "There is no note in rows[fuel=gas] of tables/prices.yaml.",
      "end the place before it and write add: {note: ...}",
    ],
    ["rows[fuel=coal].price", "set: 1", "No item of rows of tables/prices.yaml is [fuel=coal].", undefined],
    [
      "rows[fuel=woood].price",
      "set: 1",
      "No item of rows of tables/prices.yaml is [fuel=woood].",
      "did you mean wood?",
    ],
    ["limit.high", "set: 1", "There is no limit in tables/prices.yaml.", "did you mean limits?"],
    [
      "limits.high",
      "set: 1, add: 2",
      "It says set and add, and a patch is one change.",
      "make a patch of each",
    ],
    ["limits", "add: {low: 2}", "limits has low already.", "write at: limits.low and set"],
    ["about", "add: more", "about is no list or mapping that something can be added to.", undefined],
    ["limits.low", "before: 1", "Only items of a list have something before them.", undefined],
  ])("%s, %s", (at, change, message, hint) => {
    const { prices, findings } = patched(patch(at, change));
    expect(prices?.text).toBe(PRICES);
    expect(findings.map((found) => [found.severity, found.message, found.hint])).toEqual([
      ["error", `ours: ${message}`, hint],
    ]);
    expect(findings[0]?.location).toEqual({ file: "patches.yaml", line: 1, column: 38 });
  });

  test("a patch that changes nothing, one place that two patches set, and one that is no patch", () => {
    const one = (change: string) => patched(patch("limits.high", change)).findings.map(formatFinding);
    expect(one("set: 9")).toEqual([
      "patches.yaml:1:1 remark: ours: limits.high of tables/prices.yaml says so already as it ships.",
    ]);
    const next = patch("limits.high", "set: 7", "next");
    expect(patched(patch("limits.high", "set: 8"), next).findings.map(formatFinding)).toEqual([
      "patches.yaml:2:38 next: The patch ours sets limits.high of tables/prices.yaml already. (make one patch of the two)",
    ]);
    // What has not the form of a patch is reported by its structure.
    expect(one("remove: false")).toEqual([]);
    expect(one("sett: 3")).toEqual([]);
    expect(
      patched("ours: {file: tables/prices.yaml, at: limits.high, because: x}").findings.map(formatFinding),
    ).toEqual(["patches.yaml:1:38 ours: It changes nothing. (add one of set, add, before, remove)"]);
  });

  test("two items, or another file", () => {
    const doubled = patched(
      patch("rows", "add: {fuel: gas, price: 1}"),
      patch("rows[fuel=gas]", "remove: true", "next"),
    );
    expect(doubled.findings).toMatchObject([
      { message: "next: 2 items of rows of tables/prices.yaml are [fuel=gas].", location: { line: 2 } },
    ]);
    const other = patched("ours: {file: tables/price.yaml, at: rows, because: x, remove: true}");
    expect(other.findings).toMatchObject([
      {
        message: "ours: The set that is extended has no file tables/price.yaml.",
        hint: "did you mean tables/prices.yaml?",
      },
    ]);
  });
});
