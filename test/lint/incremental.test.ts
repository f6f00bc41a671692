// Reloading after an edit with a cache gives the same as a fresh load, and keeps unaffected tools identical.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSchemas, sha256 } from "../../src/definitions/folder.js";
import { formatFinding } from "../../src/engine/language/findings.js";
import { Memory } from "../../src/engine/language/memory.js";
import type { Loaded } from "../../src/lint/load.js";
import { loadDefinitions } from "../../src/lint/load.js";
import { TEST } from "../helpers/folders.js";
import { head } from "../helpers/one-tool.js";

const SCHEMAS = readSchemas();
type Texts = Readonly<Record<string, string>>;

function load(texts: Texts, memory?: Memory): Loaded {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text, sha256: sha256(text) }));
  return loadDefinitions(files, SCHEMAS, undefined, undefined, memory);
}

/** Returns everything visible of a loaded set. */
function seen({ findings, citations, set }: Loaded): object {
  const tools = [...(set?.tools.values() ?? [])].map(({ facts, code, inputSchema, outputSchema }) => ({
    facts,
    code,
    inputSchema,
    outputSchema,
  }));
  return { findings: findings.map(formatFinding), citations, tools, uses: set?.uses, sources: set?.sources };
}

const tool = (
  name: string,
  extra: string,
  formula: string,
  unit = '"1"',
) => `${head(name, extra)}  area_m2: {at_least: 0, at_most: 1000, description: Area.}
values:
  factor: {constant: 1.5, unit: ${unit}}
  power: {formula: '${formula}', unit: W}
recommendations: [Go on.]
results:
  power: {description: Power, round: 0, unit: W}
`;

const SET: Texts = {
  "common.yaml": "edition: 2026-11-01\ndisclaimer: None.\nfields: {flags: Flags.}\n",
  "sources.yaml":
    "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n",
  "tables/rate.yaml":
    "table: rate\nedition: 2026-11-01\ncite: handbook 2\nunit: W/m2\nentries: {low: 8, high: 12}\n",
  "parts/light.yaml":
    'part: light\ncite: handbook 3\ntables:\n  rate: {shared: rate}\nvalues:\n  load: {formula: area_m2 * rate("low"), unit: W}\n',
  "tools/alone.yaml": tool("alone", "", "area_m2 * factor", "W/m2"),
  "tools/hall.yaml": tool("hall", "parts: [light]\n", "load * factor"),
  "tools/room.yaml": tool(
    "room",
    "tables:\n  rate: {shared: rate}\n",
    'area_m2 * (rate("high") + rate("low")) * factor',
  ),
};

interface Edit {
  readonly what: string;
  readonly path: string;
  /** Undefined if the file is deleted. */
  readonly change: (before: string) => string | undefined;
  readonly untouched: readonly string[];
}

const swap = (from: string, to: string) => (text: string) => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

const EDITS: readonly Edit[] = [
  {
    what: "a number of a tool",
    path: "tools/hall.yaml",
    change: swap("1.5", "1.6"),
    untouched: ["alone", "room"],
  },
  {
    what: "a comment",
    path: "tools/room.yaml",
    change: (text) => `# Rooms\n${text}`,
    untouched: ["alone", "hall"],
  },
  { what: "a shared table", path: "tables/rate.yaml", change: swap("12", "14"), untouched: ["alone"] },
  {
    what: "a part",
    path: "parts/light.yaml",
    change: swap('rate("low")', 'rate("low") * 2'),
    untouched: ["alone", "room"],
  },
  { what: "broken YAML", path: "tools/room.yaml", change: swap("inputs:", "inputs: ["), untouched: [] },
  {
    what: "mended",
    path: "tools/room.yaml",
    change: swap("inputs: [", "inputs:"),
    untouched: ["alone", "hall"],
  },
  {
    what: "a word that no row has",
    path: "parts/light.yaml",
    change: swap('"low"', '"lwo"'),
    untouched: [],
  },
  {
    what: "the word mended",
    path: "parts/light.yaml",
    change: swap('"lwo"', '"low"'),
    untouched: ["alone", "room"],
  },
  {
    what: "a source of another name",
    path: "sources.yaml",
    change: swap("handbook:", "handbok:"),
    untouched: [],
  },
  { what: "its name again", path: "sources.yaml", change: swap("handbok:", "handbook:"), untouched: [] },
  {
    what: "the title of a source",
    path: "sources.yaml",
    change: swap("Handbook", "The handbook"),
    untouched: [],
  },
  { what: "the disclaimer", path: "common.yaml", change: swap("None.", "Ask an engineer."), untouched: [] },
  {
    what: "words for people",
    path: "common.yaml",
    change: (text) => `${text}words: {low: Low}\n`,
    untouched: [],
  },
  { what: "no words", path: "common.yaml", change: swap("words: {low: Low}\n", ""), untouched: [] },
  { what: "a tool that goes", path: "tools/hall.yaml", change: () => undefined, untouched: [] },
  {
    what: "the part that goes with it",
    path: "parts/light.yaml",
    change: () => undefined,
    untouched: ["alone", "room"],
  },
  { what: "a table that goes", path: "tables/rate.yaml", change: () => undefined, untouched: [] },
  {
    what: "the same table again",
    path: "tables/rate.yaml",
    change: () => SET["tables/rate.yaml"],
    untouched: ["alone"],
  },
];

test("after each of a series of edits the set is what a fresh load gives", () => {
  const memory = new Memory();
  let texts = SET;
  let before = load(texts, memory);
  expect(before.findings.map(formatFinding)).toEqual([]);
  let sound = before;
  for (const { what, path, change, untouched } of EDITS) {
    const { [path]: text = "", ...others } = texts;
    const changed = change(text);
    texts = changed === undefined ? others : { ...others, [path]: changed };
    const after = load(texts, memory);
    expect(seen(after), what).toEqual(seen(load(texts)));
    expect(seen(after), what).not.toEqual(seen(before));
    for (const name of untouched)
      expect(after.set?.tools.get(name) === sound.set?.tools.get(name), `${what}: ${name}`).toBe(true);
    before = after;
    if (after.set !== undefined) sound = after;
  }
});

describe("every broken fixture in turn, in one memory", () => {
  const folder = join(TEST, "broken");
  test("has the findings of a fresh load", () => {
    const memory = new Memory();
    for (const name of readdirSync(folder).sort()) {
      const texts = { ...SET, "tools/broken.yaml": readFileSync(join(folder, name), "utf8") };
      expect(seen(load(texts, memory)), name).toEqual(seen(load(texts)));
    }
  });
});
