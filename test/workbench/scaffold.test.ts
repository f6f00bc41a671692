// The template of a new tool is valid, and invalid drafts are not written.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEFAULT_FOLDER } from "../../src/definitions/folder.js";
import { loadFolder } from "../../src/definitions/load.js";
import { compareGolden, readGolden } from "../../src/workbench/cases.js";
import { citedOnly } from "../helpers/cited-sources.js";
import { type Repository, repositoryOf, smallSet } from "../helpers/git-repository.js";
import { call } from "../helpers/run-command.js";

let one: Repository;

beforeEach(() => {
  const template = readFileSync(join(DEFAULT_FOLDER, "../assets/template/tool.yaml"), "utf8");
  const bibliography = readFileSync(join(DEFAULT_FOLDER, "sources.yaml"), "utf8");
  const files = smallSet({ disclaimer: '"None: ask an engineer."' });
  one = repositoryOf({
    ...files,
    "definitions/sources.yaml": citedOnly(bibliography, [template]) + files["definitions/sources.yaml"],
  });
});
afterEach(() => one.remove());

const create = (name: string) => call("new-tool", [name, "--definitions", one.definitions]);
const everything = () => readdirSync(one.home, { recursive: true, encoding: "utf8" }).sort();

test("the new tool loads without a finding, has every section, and its cases hold in both evaluators", async () => {
  expect(await create("wind_load_2")).toMatchObject({ status: 0, stderr: "" });
  const { set, findings } = loadFolder(one.definitions);
  expect(findings).toEqual([]);
  const tool = set?.tools.get("wind_load_2");
  expect(tool?.plan.def).toMatchObject({ title: "Wind load 2", edition: "2026-11-01" });
  const cases = readGolden(join(one.home, "test/golden/wind_load_2"));
  expect(cases.length).toBeGreaterThan(0);
  for (const golden of cases) {
    if (tool === undefined) continue;
    expect(compareGolden(golden, tool.run(golden.input))).toEqual([]);
    expect(compareGolden(golden, tool.interpret(golden.input))).toEqual([]);
  }
  expect(await call("promises", ["wind_load_2", "--definitions", one.definitions])).toMatchObject({
    status: 0,
  });
  const schema = JSON.parse(readFileSync(join(DEFAULT_FOLDER, "schema/tool.schema.json"), "utf8")) as {
    properties: object;
  };
  const text = readFileSync(join(one.definitions, "tools/wind_load_2.yaml"), "utf8");
  // Only the older interface omits common fields.
  for (const section of Object.keys(schema.properties).filter((name) => name !== "common_fields"))
    expect(text).toMatch(new RegExp(`^(# )?${section}:`, "m"));
  expect(text).not.toMatch(/NAME|TITLE|EDITION|DISCLAIMER/);
});

test.each([
  "small",
  "Wind",
  "wind-load",
  "wind load",
  "2wind",
  "_wind",
  "wind__load",
  "../wind",
  "",
  "w".repeat(61),
])("%j is refused and nothing is written", async (name) => {
  const before = everything();
  expect(await create(name)).toMatchObject({ status: 2, stdout: "" });
  expect(everything()).toEqual(before);
});

test("in anybody's set: sources that the tool cites are added to the bibliography, beside what is there", async () => {
  const before =
    "# Ours.\nhandbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n";
  one.write("definitions/sources.yaml", before);
  const { status, stdout } = await create("wind");
  expect(status).toBe(0);
  expect(stdout).toContain(join(one.definitions, "sources.yaml"));
  const after = readFileSync(join(one.definitions, "sources.yaml"), "utf8");
  expect(after.startsWith(before)).toBe(true);
  const { set, findings } = loadFolder(one.definitions);
  expect(findings).toEqual([]);
  expect([...(set?.sources.keys() ?? [])]).toEqual(["handbook", "own_judgement", "rule_of_thumb"]);
  expect(await create("snow")).toMatchObject({ status: 0 });
  expect(readFileSync(join(one.definitions, "sources.yaml"), "utf8")).toBe(after);
  expect(everything().filter((path) => /\.new/.test(path))).toEqual([]);
});

test("a folder without definitions, and golden cases elsewhere", async () => {
  one.write("elsewhere/readme.txt", "cases come here\n");
  const there = ["--cases", join(one.home, "elsewhere")];
  const empty = await call("new-tool", ["wind", "--definitions", join(one.home, "elsewhere")]);
  expect(empty).toMatchObject({ status: 2, stdout: "" });
  expect(empty.stderr).toContain("is no definitions folder: common.yaml is missing.");
  expect((await call("new-tool", ["wind", "--definitions", one.definitions, ...there])).status).toBe(0);
  expect(readGolden(join(one.home, "elsewhere/wind")).length).toBeGreaterThan(0);
});

test("a golden folder that is there already is not touched", async () => {
  one.write("test/golden/wind/own.yaml", "why: mine\n");
  const { status, stderr } = await create("wind");
  expect(status).toBe(2);
  expect(stderr).toContain("There is a wind already");
  expect(existsSync(join(one.definitions, "tools/wind.yaml"))).toBe(false);
});

test("in a set that does not load, the findings are said and nothing is written", async () => {
  const file = join(one.definitions, "tools/small.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("limit_kw - power_kw", "limit_kw - power"));
  const before = everything();
  const { status, stderr } = await create("wind");
  expect(status).toBe(1);
  expect(stderr).toContain("Nothing is called power.");
  expect(stderr).toContain("Nothing was written.");
  expect(everything()).toEqual(before);
});
