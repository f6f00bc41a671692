// One broken definition for each check: exactly the expected message at the expected location.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSchemas } from "../../src/definitions/folder.js";
import { formatFinding } from "../../src/engine/language/findings.js";
import { loadDefinitions } from "../../src/lint/load.js";
import { citedOnly } from "../helpers/cited-sources.js";
import { TEST } from "../helpers/folders.js";

const FOLDER = join(TEST, "broken");
const SCHEMAS = readSchemas();
const COMMON = "edition: 2026-11-01\ndisclaimer: None.\nfields: {flags: Flags.}\n";
const SOURCES =
  "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n";

function findingsOf(tool: string, more: Readonly<Record<string, string>> = {}) {
  const sources = citedOnly(SOURCES, [tool, ...Object.values(more)]);
  const texts = { "common.yaml": COMMON, "sources.yaml": sources, "tools/broken.yaml": tool, ...more };
  const files = Object.entries(texts).map(([path, text]) => ({ path, text, sha256: "" }));
  return loadDefinitions(files, SCHEMAS);
}

describe("each broken fixture is refused with its message", () => {
  test.each(readdirSync(FOLDER).sort())("%s", (name) => {
    const text = readFileSync(join(FOLDER, name), "utf8");
    const expected = text
      .split("\n")
      .filter((line) => line.startsWith("# expect "))
      .map((line) => line.slice("# expect ".length));
    const { findings, set } = findingsOf(text);
    const found = findings.map(
      (finding) => `${finding.check} ${formatFinding(finding).replace("tools/broken.yaml:", "")}`,
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(found).toEqual(expected);
    expect(set === undefined).toBe(findings.some((finding) => finding.severity === "error"));
  });
});

describe("checks over several files", () => {
  const tool = (parts: string, value: string) => `name: broken
title: A small tool
description: A tool with one fault.
category: test
version: 1.0.0
edition: 2026-11-01
standard_reference: None
${parts === "" ? "cite: handbook all of it" : `parts: [${parts}]`}
inputs:
  power_kw: {at_least: 0, at_most: 100, description: Power.}
values:
  shown: ${value}
recommendations: [Go on.]
results:
  shown: {description: Shown}
`;
  const messages = (...args: Parameters<typeof findingsOf>) =>
    findingsOf(...args).findings.map(formatFinding);

  test("patches of shipped files are refused, because they would silently have no effect", () => {
    expect(messages(tool("", "power_kw"), { "patches.yaml": "ours: {}\n" })).toEqual([
      "patches.yaml:1:1 Patches of shipped files are not read. (put the changed file into this folder, at the path that it ships under)",
    ]);
  });
  const part = "part: halves\ndescription: Halves.\nvalues:\n  half_kw: power_kw / 2\n";

  test("a part that nobody takes in", () => {
    expect(messages(tool("", "power_kw"), { "parts/halves.yaml": part })).toEqual([
      "parts/halves.yaml:1:1 The part halves is used by no tool.",
    ]);
  });

  test("a part of another tool", () => {
    expect(messages(tool("halves", "half_kw"), { "tools/other/halves.yaml": part })).toEqual([
      "tools/broken.yaml:8:9 The part halves belongs to other alone. (move its file to parts/)",
    ]);
  });

  test("a part beside its tool is found as one of parts is, and no tool is read from it", () => {
    const { findings, set } = findingsOf(tool("halves", "half_kw"), { "tools/broken/halves.yaml": part });
    expect(findings).toEqual([]);
    expect([...(set?.tools.keys() ?? [])]).toEqual(["broken"]);
    expect(set?.tools.get("broken")?.run({ power_kw: 8 })).toMatchObject({ ok: true, result: { shown: 4 } });
    expect(set?.tools.get("broken")?.facts.files.map(([path]) => path)).toEqual([
      "tools/broken.yaml",
      "tools/broken/halves.yaml",
    ]);
  });

  test("a part beside its tool that is not named is told where parts are", () => {
    expect(messages(tool("", "half_kw"), { "tools/broken/halves.yaml": part })).toEqual([
      "tools/broken.yaml:1:1 The part halves is missing in parts:, and it defines half_kw. (name halves under parts:)",
    ]);
  });

  test("two parts of one name", () => {
    const files = { "tools/broken/halves.yaml": part, "parts/halves.yaml": part };
    expect(messages(tool("halves", "half_kw"), files)).toContain(
      "tools/broken/halves.yaml:1:7 The part halves is also defined in parts/halves.yaml.",
    );
  });

  test("a part that stands beside a tool that is not there", () => {
    expect(messages(tool("", "power_kw"), { "tools/gone/halves.yaml": part })).toEqual([
      "tools/gone/halves.yaml:1:1 The part halves is used by no tool.",
    ]);
  });

  test("a name that a part and the tool both define", () => {
    const text = tool("halves", "half_kw").replace("  shown:", "  half_kw: power_kw\n  shown:");
    expect(messages(text, { "parts/halves.yaml": part })).toEqual([
      "tools/broken.yaml:12:3 half_kw is already the name of a value in parts/halves.yaml. (rename one of the two)",
    ]);
  });

  test("a name of a part that no tool uses points into the part", () => {
    expect(
      messages(tool("halves", "half_kw"), { "parts/halves.yaml": `${part}  third_kw: power_kw / 2\n` }),
    ).toEqual(["parts/halves.yaml:5:3 third_kw is never used. (delete it, or use it)"]);
  });

  test("a shared table that does not exist, and one that nobody takes in", () => {
    const text = tool("", "count(sizes)").replace("values:", "tables:\n  sizes: {shared: size}\nvalues:");
    const table =
      "table: sizes\nedition: 2026-11-01\ncite: handbook Table 1\ncolumns: {width_mm: mm}\nrows:\n  - {width_mm: 3}\n";
    expect(messages(text, { "tables/sizes.yaml": table })).toEqual([
      "tools/broken.yaml:12:19 There is no shared table size. (did you mean sizes?)",
    ]);
  });

  test("braces in a cell of a shared table", () => {
    const text = tool("", "count(sizes)").replace("values:", "tables:\n  sizes: {shared: sizes}\nvalues:");
    const table =
      'table: sizes\nedition: 2026-11-01\ncite: handbook Table 1\ncolumns: {size: text}\nrows:\n  - {size: "{edition}"}\n';
    expect(messages(text, { "tables/sizes.yaml": table })).toContain(
      "tables/sizes.yaml:6:12 remark: Nothing fills {edition}: a shared table has no constants. (write the complete text)",
    );
  });

  test("sources that nothing cites, at the line of their ids", () => {
    const more = "act_2020: {title: Act, evidence: law, review_by: 2027-11-01}\n";
    const { findings, set } = findingsOf(tool("", "power_kw"), { "sources.yaml": SOURCES + more });
    expect(findings.map((each) => `${each.check} ${formatFinding(each)}`)).toEqual([
      "unused sources.yaml:2:1 Nothing cites the source act_2020. (delete it, or cite it)",
    ]);
    expect(set).toBeUndefined();
  });

  test("a standard, publication or guidance says which edition it is; an act does by its year", () => {
    const told = (words: string) =>
      messages(tool("", "power_kw"), { "sources.yaml": SOURCES.replace("reference: 1st edition", words) });
    expect(told("licence: none")).toEqual([
      "sources.yaml:1:1 The source handbook does not name its edition. (add reference: number, edition or year, or date:)",
    ]);
    expect(told("date: 2020-01-01")).toEqual([]);
    expect(told("publisher: Press").length).toBe(1);
  });

  test("a source that is misspelt is told at its place in a part, in a list and in a table", () => {
    const own = `${part}cite: [handbok 2, handbook 3]\n`;
    expect(messages(tool("halves", "half_kw"), { "parts/halves.yaml": own })).toEqual([
      "parts/halves.yaml:5:8 There is no source handbok. (did you mean handbook?)",
    ]);
  });

  test("a source is cited by a table, a part or a clause as well as by a tool", () => {
    const more = "act_2020: {title: Act, evidence: law, review_by: 2027-11-01}\n";
    const cited = part.replace(
      "power_kw / 2",
      "{formula: power_kw / 2, cite: [{source: act_2020, at: s. 1}]}",
    );
    const { findings, set } = findingsOf(tool("halves", "{formula: half_kw, cite: handbook p. 1}"), {
      "sources.yaml": SOURCES + more,
      "parts/halves.yaml": cited,
    });
    expect(findings).toEqual([]);
    expect(set?.uses.get("act_2020")).toEqual([
      {
        source: "act_2020",
        clause: "s. 1",
        location: { file: "parts/halves.yaml", line: 4, column: 43 },
      },
    ]);
    expect(set?.uses.get("handbook")?.map(({ location }) => `${location.file}:${location.line}`)).toEqual([
      "tools/broken.yaml:12",
    ]);
  });

  test("a citation of no source is reported alone: it may have meant the source that is left over", () => {
    expect(
      messages(tool("", "power_kw").replace("handbook", "handbok"), { "sources.yaml": SOURCES }),
    ).toEqual(["tools/broken.yaml:8:7 There is no source handbok. (did you mean handbook?)"]);
  });

  test("a source that was to be reviewed before the edition of the set; on the day itself is in time", () => {
    const due = (day: string) => ({ "sources.yaml": SOURCES.replace("2027-11-01", day) });
    const { findings, set } = findingsOf(tool("", "power_kw"), due("2026-10-31"));
    expect(findings.map((each) => `${each.check} ${formatFinding(each)}`)).toEqual([
      "review sources.yaml:1:84 The source handbook was to be reviewed by 2026-10-31, before the edition 2026-11-01 of the set. (look at the source again, then move review_by)",
    ]);
    expect(set).toBeUndefined();
    expect(messages(tool("", "power_kw"), due("2026-11-01"))).toEqual([]);
  });

  test("a source without a licence, with one that is not there, and a licence that nobody names", () => {
    const licences = "open_1: {title: Open Licence 1, commercial: allowed}\n";
    const found = (source: string, more = "") =>
      findingsOf(tool("", "power_kw"), {
        "sources.yaml": SOURCES.replace("}", `${source}}`),
        "licences.yaml": licences + more,
      }).findings.map((each) => `${each.check} ${formatFinding(each)}`);
    expect(found(", licence: open_1")).toEqual([]);
    expect(found(", licence: open_1", "other: {title: Other, commercial: unknown}\n")).toEqual([
      "unused licences.yaml:2:1 No source names the licence other. (delete it, or name it)",
    ]);
    expect(found("")).toContain(
      "licence sources.yaml:1:1 The source handbook names no licence. (add licence: with an entry of licences.yaml)",
    );
    expect(found(", licence: open_2")).toContain(
      "licence sources.yaml:1:105 There is no licence open_2. (did you mean open_1?)",
    );
    expect(found(", licence: open_1", "other: {title: Other, commercial: perhaps}\n")).toEqual([
      'structure licences.yaml:2:23 commercial must be one of allowed, by_licence, unknown, not "perhaps".',
    ]);
  });

  test("a missing file of the set", () => {
    const { findings } = loadDefinitions([], SCHEMAS);
    expect(findings.map(formatFinding)).toEqual([
      "common.yaml:1:1 The file is missing.",
      "sources.yaml:1:1 The file is missing.",
    ]);
  });

  test("the catalogue orders the tools; a name that no tool has is remarked on", () => {
    const other = (name: string) => tool("", "power_kw").replace("name: broken", `name: ${name}`);
    const { findings, set } = findingsOf(tool("", "power_kw"), {
      "common.yaml": `${COMMON}catalogue: [late, brokn, broken]\n`,
      "tools/late.yaml": other("late"),
      "tools/another.yaml": other("another"),
    });
    expect(findings.map((each) => `${each.check} ${formatFinding(each)}`)).toEqual([
      "catalogue common.yaml:4:19 remark: The catalogue names brokn, which is not a tool. (did you mean broken?)",
    ]);
    expect([...(set?.tools.keys() ?? [])]).toEqual(["late", "broken", "another"]);
  });

  test("all problems come in one report, in the order of the file", () => {
    const text = tool("", "powr_kw + 1.35").replace("category: test", "category: test\ncolour: red");
    const two = tool("", "powr_kw * 1.35").replace(
      "{description: Shown}",
      '{value: "= if(1 == 1, \\"red\\", 2)", description: Shown}',
    );
    expect(messages(text)).toEqual(["tools/broken.yaml:5:1 The key colour is not allowed here."]);
    expect(messages(two)).toEqual([
      "tools/broken.yaml:12:10 Nothing is called powr_kw. (did you mean power_kw?)",
      'tools/broken.yaml:15:18 if gives the text "red" in one case and a whole number in another.',
    ]);
  });
});

describe("nothing hangs the loader", () => {
  const wide = (values: string, shown: string) => `name: broken
title: A small tool
description: A tool that is too much.
category: test
version: 1.0.0
edition: 2026-11-01
standard_reference: None
inputs: {a: {at_least: 0, optional: true, description: A.}}
values:
  start: a
${values}
recommendations: [Go on.]
results:
  shown: {value: = ${shown}, description: Shown}
`;

  test.each([
    [
      "a chain of three thousand values",
      wide(
        Array.from({ length: 3000 }, (_, i) => `  v${i}: ${i === 0 ? "start" : `v${i - 1}`} + 1`).join("\n"),
        "v2999",
      ),
    ],
    [
      "a chain of deep formulas",
      wide(
        Array.from(
          { length: 190 },
          (_, i) => `  v${i}: ${"min(1, ".repeat(70)}${i === 0 ? "start" : `v${i - 1}`}${")".repeat(70)}`,
        ).join("\n"),
        "v189",
      ),
    ],
    [
      "three thousand groups",
      wide(Array.from({ length: 3000 }, (_, i) => `  v${i}: {values: {x: start}}`).join("\n"), "v2999.x"),
    ],
    ["a formula nested a thousand times", wide(`  v0: ${"(".repeat(1000)}start${")".repeat(1000)}`, "v0")],
    ["a formula of ten thousand terms", wide(`  v0: start${" + start".repeat(10_000)}`, "v0")],
    [
      "aliases that multiply",
      `a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n${"bcdefghij"
        .split("")
        .map((k, i) => `${k}: &${k} [${Array(10).fill(`*${"abcdefghij"[i]}`).join(", ")}]`)
        .join("\n")}\n`,
    ],
    ["an alias of itself", "a: &a [*a]\n"],
    ["a huge file", `name: ${"x".repeat(3_000_000)}`],
    ["binary rubbish", "\u0000\u0001\u0002: \u0007"],
    ["an empty file", ""],
    ["a list instead of a mapping", "- 1\n- 2\n"],
  ])("%s", (_, text) => {
    const { set, findings } = findingsOf(text);
    expect(set !== undefined || findings.length > 0).toBe(true);
    for (const finding of findings) expect(finding.message.length).toBeLessThan(400);
  });
});
