// Correct tools of other authors load without errors, and remarks do not stop commands.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSet } from "../../src/build/open.js";
import { readSchemas } from "../../src/definitions/folder.js";
import { type Finding, formatFinding, Report } from "../../src/engine/language/findings.js";
import { CHECKS } from "../../src/lint/checks.js";
import { type Depth, loadDefinitions } from "../../src/lint/load.js";
import { TEST } from "../helpers/folders.js";
import { type Repository, repositoryOf } from "../helpers/git-repository.js";
import { call } from "../helpers/run-command.js";

const FOLDER = join(TEST, "ordinary");
const FILES = readdirSync(FOLDER).sort();
const SCHEMAS = readSchemas();
const REMARKS = new Set(CHECKS.flatMap(({ code, isRemark }) => (isRemark ? [code] : [])));

/** Returns a set with one of the tools. */
function setOf(file: string): Record<string, string> {
  const name = file.replace(/\W?yaml$/, "").replaceAll("-", "_");
  const tool = readFileSync(join(FOLDER, file), "utf8").replace("name: ordinary", `name: ${name}`);
  return {
    "common.yaml":
      'edition: 2026-11-01\ndisclaimer: None.\nignored: "{input} was ignored."\nfields: {flags: Flags.}\n',
    "sources.yaml":
      "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n",
    [`tools/${name}.yaml`]: tool,
  };
}

function load(file: string, depth: Depth) {
  const files = Object.entries(setOf(file)).map(([path, text]) => ({ path, text, sha256: "" }));
  return loadDefinitions(files, SCHEMAS, undefined, depth);
}

describe.each(FILES)("%s", (file) => {
  test.each(["all", "results"] as const)("has no error, with %s checked", (depth) => {
    const { findings, set } = load(file, depth);
    expect(findings.filter(({ severity }) => severity === "error").map(formatFinding)).toEqual([]);
    expect(set?.tools.size).toBe(1);
  });
});

test("a finding has the severity of its check", () => {
  const found = FILES.flatMap((file) => load(file, "all").findings);
  const isRemark = ({ severity }: Finding) => severity === "remark";
  expect(found.filter((each) => isRemark(each) !== REMARKS.has(each.check))).toEqual([]);
  expect(new Set(found.map(({ check }) => check)).size).toBeGreaterThan(4);
});

test("a tool in which nothing is odd has no remark", () => {
  const silent = ["steel-grades", "fees", "rain", "stairs", "ages", "pressure", "concrete", "noise", "cable"];
  for (const file of silent) expect(load(`${file}.yaml`, "all").findings.map(formatFinding)).toEqual([]);
});

test("many remarks leave room for an error", () => {
  const report = new Report();
  const check = { code: "odd", isRemark: true } as const;
  for (let line = 1; line < 2000; line++) report.found(check, { file: "a.yaml", line, column: 1 }, "Odd.");
  report.error("wrong", { file: "a.yaml", line: 1, column: 1 }, "Wrong.");
  expect(report.failed).toBe(true);
  expect(report.full).toBe(false);
  expect(report.findings.length).toBeLessThan(2000);
});

describe("a set with remarks", () => {
  let one: Repository;
  const use = (name: string, ...args: readonly string[]) =>
    call(name, [...args, "--definitions", one.definitions]);

  beforeAll(() => {
    const set = Object.entries(setOf("boilers.yaml"));
    one = repositoryOf({
      ...Object.fromEntries(set.map(([path, text]) => [`definitions/${path}`, text])),
      "test/golden/boilers/all.yaml": `origin: hand
source: None
cases:
  - {name: gas, why: a case, input: {fuel: gas, system: wet, heat_kwh: 9}, expect: {fuel_kwh: 10}, only: true}
`,
    });
  });
  afterAll(() => one.remove());

  test("is checked, and its remarks are listed with their count", async () => {
    const { status, stdout } = await use("check");
    expect({ status, last: stdout.trimEnd().split("\n").at(-1) }).toEqual({
      status: 0,
      last: "0 errors, 5 remarks; 1 tool can be served",
    });
    expect(stdout.match(/ remark: /g)).toHaveLength(5);
  });

  test("runs", async () => {
    const { status, stdout } = await use(
      "run",
      "boilers",
      "--fuel",
      "oil",
      "--system",
      "wet",
      "--heat_kwh",
      "85",
    );
    expect({ status, fuel: JSON.parse(stdout).fuel_kwh }).toEqual({ status: 0, fuel: 100 });
  });

  test("passes its golden cases", async () => {
    expect((await use("golden")).status).toBe(0);
  });

  test("is built", async () => {
    const { status } = await use("build", "--output", join(one.home, "built"));
    expect(status).toBe(0);
  });

  test("is served", async () => {
    const opened = await openSet(one.definitions, { dataDir: undefined, told: () => undefined });
    expect([...(opened.set?.tools.keys() ?? [])]).toEqual(["boilers"]);
  });
});
