// Checking some files of a set reads their dependencies only, and finds the same as a check of the whole set.

import { describe, expect, test } from "vitest";
import { readSchemas, sha256 } from "../../src/definitions/folder.js";
import { formatFinding } from "../../src/engine/language/findings.js";
import { around } from "../../src/lint/around.js";
import { loadAround, loadDefinitions } from "../../src/lint/load.js";
import { head } from "../helpers/one-tool.js";

const SCHEMAS = readSchemas();

const tool = (
  name: string,
  extra: string,
  formula: string,
) => `${head(name, extra)}  area_m2: {at_least: 0, at_most: 1000, description: Area.}
values:
  power: {formula: '${formula}', unit: W}
recommendations: [Go on.]
results:
  power: {description: Power, round: 0, unit: W}
`;

const SET = {
  "common.yaml":
    "edition: 2026-11-01\ndisclaimer: None.\nfields: {flags: Flags.}\ncatalogue: [hall, room, alone]\n",
  "sources.yaml":
    "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\nguide: {title: Guide, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n",
  "tables/rate.yaml":
    "table: rate\nedition: 2026-11-01\ncite: handbook 2\nunit: W/m2\nentries: {low: 8, high: 12}\n",
  "parts/light.yaml":
    'part: light\ncite: handbook 3\ntables:\n  rate: {shared: rate}\nvalues:\n  load: {formula: area_m2 * rate("low"), unit: W}\n  peak: {formula: area_m2 * rate("high"), unit: W}\n',
  "tools/alone.yaml": tool("alone", "", "area_m2 * beside"),
  "tools/alone/own.yaml": "part: own\ncite: guide 3\nvalues:\n  beside: {constant: 2, unit: W/m2}\n",
  "tools/hall.yaml": tool("hall", "parts:\n  - light\n", "load * 2"),
  "tools/room.yaml": tool("room", "parts: [light]\n", "peak * 2"),
  "legacy/old.yaml": tool("old", "successor: hall\n", "area_m2 * wm2"),
};
SET["tools/alone.yaml"] = SET["tools/alone.yaml"].replace("inputs:", "parts: [own]\ninputs:");
SET["legacy/old.yaml"] = SET["legacy/old.yaml"].replace(
  "values:",
  "values:\n  wm2: {constant: 2, unit: W/m2}",
);
const COMMON = ["common.yaml", "sources.yaml"];

type Path = keyof typeof SET;

/** Returns the findings in a file, with the whole set or with its dependencies only. */
function found(changes: Partial<Record<Path, string>>, path: Path, isWhole: boolean): readonly string[] {
  const files = Object.entries({ ...SET, ...changes }).map(([each, text]) => ({
    path: each,
    text,
    sha256: sha256(text),
  }));
  const loaded = isWhole ? loadDefinitions(files, SCHEMAS) : loadAround(files, SCHEMAS, [path]);
  return loaded.findings.filter(({ location }) => location.file === path).map(formatFinding);
}

describe("what is read with a file", () => {
  const files = Object.entries(SET).map(([path, text]) => ({ path, text, sha256: sha256(text) }));
  const light = ["parts/light.yaml", "tables/rate.yaml"];

  test.each<[string, Path, readonly string[]]>([
    ["a tool has its own parts", "tools/alone.yaml", ["tools/alone.yaml", "tools/alone/own.yaml"]],
    ["a part of a tool has the tool", "tools/alone/own.yaml", ["tools/alone.yaml", "tools/alone/own.yaml"]],
    ["a tool has the tables of its parts", "tools/hall.yaml", [...light, "tools/hall.yaml"]],
    ["a shared part has its tools", "parts/light.yaml", [...light, "tools/hall.yaml", "tools/room.yaml"]],
    [
      "a shared table has the tools of its parts",
      "tables/rate.yaml",
      [...light, "tools/hall.yaml", "tools/room.yaml"],
    ],
    ["a tool has its successor", "legacy/old.yaml", ["legacy/old.yaml", ...light, "tools/hall.yaml"]],
  ])("%s", (_, path, expected) => {
    expect([...(around([path], files)?.read ?? [])].sort()).toEqual([...COMMON, ...expected].sort());
  });

  test("other tools of the catalogue are not read", () => {
    const { read, isWhole } = loadAround(files, SCHEMAS, ["tools/hall.yaml"]);
    expect({ tools: read.tools.map(({ name }) => name), isWhole }).toEqual({
      tools: ["hall"],
      isWhole: false,
    });
  });

  test("all tools rest on the bibliography", () => {
    expect(around(["tools/hall.yaml", "sources.yaml"], files)).toBeUndefined();
  });
});

describe("what is found is what the whole set shows", () => {
  test.each<[string, Path]>(Object.keys(SET).map((path) => ["a sound set", path as Path]))(
    "%s: %s",
    (_, path) => {
      expect(found({}, path, false)).toEqual([]);
      expect(found({}, path, true)).toEqual([]);
    },
  );

  const edited = (path: Path, from: string, to: string) => ({ [path]: SET[path].replace(from, to) });
  test.each<[string, Path, string, string]>([
    ["a typo", "tools/hall.yaml", "load * 2", "laod * 2"],
    ["a wrong unit", "tools/hall.yaml", "load * 2", "load * area_m2"],
    ["a rule that nothing reaches", "tools/hall.yaml", "load * 2", "if(area_m2 < 0, 1, 2) * load"],
    ["a table that it does not take in", "tools/hall.yaml", "load * 2", "area_m2 * rate('low')"],
    ["a broken part", "parts/light.yaml", "area_m2 * rate", "area_m3 * rate"],
    ["a row that no tool finds", "tables/rate.yaml", "high: 12", "high: 12, middle: 10"],
    ["a value of a part that no tool uses", "tools/room.yaml", "peak * 2", "load * 2"],
    ["a successor that is gone", "legacy/old.yaml", "successor: hall", "successor: hill"],
  ])("%s", (_, path, from, to) => {
    const changes = edited(path, from, to);
    const all = (Object.keys(SET) as Path[]).map((each) => [each, found(changes, each, true)] as const);
    expect(all.flatMap(([, findings]) => findings)).not.toEqual([]);
    // Errors that prevent reasoning in the whole set also do so in a part.
    for (const [each, findings] of all)
      if (findings.length > 0) expect(found(changes, each, false)).toEqual(findings);
  });

  test("what another tool may use is not called unused, and a broken tool elsewhere is not read", () => {
    const changes = { ...edited("tools/room.yaml", "name: room", "name: {"), "tools/alone.yaml": "[" };
    expect(found(changes, "tools/hall.yaml", false)).toEqual([]);
  });
});
