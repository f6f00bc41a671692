// Coverage and mutation commands on a small foreign set.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readArguments } from "../../src/cli/read-arguments.js";
import { DEFAULT_FOLDER } from "../../src/definitions/folder.js";
import { loadFolder } from "../../src/definitions/load.js";
import type { DefinitionSet } from "../../src/engine/set.js";
import type { Tool } from "../../src/engine/tool.js";
import { authorsFolder, definitionsFolder } from "../../src/settings/served-set.js";
import { goldenReader, goldenTools } from "../../src/workbench/cases.js";
import { Mutation } from "../../src/workbench/mutation/mutation.js";
import { MutationWorkers } from "../../src/workbench/mutation/workers.js";
import { type Repository, repositoryOf, smallSet } from "../helpers/git-repository.js";
import { call } from "../helpers/run-command.js";

/** A file of one case with its complete result. */
const caseOf = (power: number, spare: number, size: string) => `origin: hand
source: None
cases:
  - name: power-of-${power}
    why: a case
    input: {power_kw: ${power}}
    expect:
      spare_kw: ${spare}
      size: ${size}
      shown: true
      day_count: null
      flags: []
      warnings: []
      assumptions: []
      recommendations: [Go on.]
      standard_reference: None
      disclaimer: None.
`;

let one: Repository;

beforeEach(() => {
  one = repositoryOf({ ...smallSet(), "test/golden/small/limit.yaml": caseOf(10, 0, "small") });
});
afterEach(() => one.remove());

const run = (name: "coverage" | "mutate", ...args: readonly string[]) =>
  call(name, [...args, "--definitions", one.definitions]);

describe("check", () => {
  const check = (...args: readonly string[]) => call("check", [...args, "--definitions", one.definitions]);
  const small = smallSet()["definitions/tools/small.yaml"] ?? "";
  const WRONG = "tools/wrong.yaml:14:24 Nothing is called powr_kw. (did you mean power_kw?)\n";

  beforeEach(() => {
    one.write(
      "definitions/tools/wrong.yaml",
      small.replace("name: small", "name: wrong").replace("limit_kw - power_kw", "limit_kw - powr_kw"),
    );
  });

  test.each([
    ["the name of a tool", "wrong"],
    ["a bare file name", "wrong.yaml"],
    ["a path from the folder", "tools/wrong.yaml"],
    ["a path from here", ""],
  ])("by %s shows what it reaches", async (_, word) => {
    const { status, stdout } = await check(word === "" ? join(one.definitions, "tools/wrong.yaml") : word);
    expect({ status, first: stdout.split("\n")[0] }).toEqual({ status: 1, first: WRONG.trim() });
  });

  test("by another name leaves it unread, and says how much was looked at", async () => {
    const { status, stdout } = await check("small");
    expect(status).toBe(0);
    expect(stdout).not.toContain("wrong.yaml");
    expect(stdout).toMatch(/^0 errors, .*; looked at 1 file, the whole set without a name\n$/);
  });

  test("a shared file reaches the tools that it is part of", async () => {
    const { status, stdout } = await check("sources.yaml");
    expect({ status, stdout: stdout.slice(0, WRONG.length) }).toEqual({ status: 1, stdout: WRONG });
  });

  test("a file or name that does not exist is wrong usage, with the nearest", async () => {
    expect(await check("smal")).toMatchObject({ status: 2, stdout: "" });
    expect((await check("tools/smal.yaml")).stderr).toMatch(/no definition file .*tools\/small\.yaml/);
  });
});

describe("coverage", () => {
  test("names what no case uses, until one does", async () => {
    const gap = await run("coverage");
    expect(gap.status).toBe(1);
    expect(gap.stdout).toContain("tools/small.yaml:17:9 rule size[1]");
    one.write("test/golden/small/above.yaml", caseOf(11, -1, "large"));
    const { status, stdout } = await run("coverage", "small");
    expect({ status, gaps: stdout.includes("no golden case") }).toEqual({ status: 0, gaps: false });
  });

  test("what is stated to be unreachable is tried at random", async () => {
    const path = "definitions/tools/small.yaml";
    const text = smallSet()[path] ?? "";
    const rule = (test: string) =>
      text.replace(
        "give: large}",
        `give: large}\n      - {when: ${test}, give: odd, cite: handbook 2, unreachable: for a test}`,
      );
    const stated = async (test: string) => {
      one.write(path, rule(test));
      const { stdout } = await run("coverage", "small");
      expect(stdout).toContain("rules");
      return stdout.includes("stated to be unreachable, and used");
    };
    expect(await stated("power_kw * power_kw < 0")).toBe(false);
    expect(await stated("power_kw * power_kw < 50")).toBe(true);
  });

  test("what is listed as out of reach is left out, and a needless entry is said", async () => {
    const entry = (what: string) => `- {file: tools/small.yaml, place: "${what}", reason: not built yet}\n`;
    one.write("test/unreachable-pieces.yaml", entry("rule size[1]") + entry("rule gone"));
    const { status, stdout } = await run("coverage");
    expect(status).toBe(0);
    expect(stdout).toContain("lists tools/small.yaml rule gone, which is used or gone.");
    expect(stdout).not.toContain("lists tools/small.yaml rule size[1]");
  });
});

test("mutation moves a day at which one row ends and the next begins as one, and cases beside it notice", async () => {
  const dated = `tables:
  limits:
    dated: as_of
    keys: {kind: equal}
    columns: {kind: text, kw: kW}
    rows:
      - {kind: all, kw: 10, until: 2026-12-31, cite: handbook Table 1}
      - {kind: all, kw: 12, from: 2027-01-01, cite: handbook Table 2}
values:
  limit_kw: 'limits("all")'
`;
  const small = smallSet()["definitions/tools/small.yaml"] ?? "";
  one.write(
    "definitions/tools/small.yaml",
    small.replace("values:\n  limit_kw: {constant: 10, cite: handbook Table 1}\n", dated),
  );
  const on = (date: string, power: number, spare: number, size: string) =>
    caseOf(power, spare, size)
      .replace(`power_kw: ${power}}`, `power_kw: ${power}, as_of_date: "${date}"}`)
      .replace(`power-of-${power}`, `on-${date}`);
  one.write("test/golden/small/early.yaml", on("2026-01-01", 11, -1, "large"));
  one.write("test/golden/small/late.yaml", on("2028-01-01", 12, 0, "small"));
  const unseen = await run("mutate");
  expect(unseen.stdout).toContain("limits(all).until: 2026-12-31 -> 2027-01-01");
  expect(unseen.stdout).not.toMatch(/\.from: 2027/);
  one.write("test/golden/small/first-day.yaml", on("2027-01-01", 13, -1, "large"));
  expect((await run("mutate")).stdout).not.toContain("limits(all).until");
});

test("mutation names the changes that no case notices; cases may stand elsewhere", async () => {
  expect(await run("mutate")).toMatchObject({ status: 0, stdout: expect.stringContaining("100.0 %") });
  one.write("elsewhere/small/below.yaml", caseOf(5, 5, "small"));
  const { status, stdout } = await run("mutate", "--cases", join(one.home, "elsewhere"));
  expect(status).toBe(1);
  expect(stdout).toContain("tools/small.yaml:17:25 size[1]: power_kw > limit_kw, > -> >=");
  expect(stdout).not.toContain("limit_kw: 10 -> 11");
});

describe("mutation on several threads", () => {
  /** With a low count one thread tests all mutations; an overstated count also starts others. */
  async function survivors(edit: () => void): Promise<{ alone: string[]; shared: Promise<string[]> }> {
    const cases = join(one.home, "elsewhere");
    one.write("elsewhere/small/below.yaml", caseOf(5, 5, "small"));
    const { set } = loadFolder(one.definitions);
    const tools = goldenTools(set as DefinitionSet);
    const tool = tools.get("small") as Tool;
    const mutation = new Mutation([...tools.values()], goldenReader(cases, tools));
    const mutants = mutation.mutants(tool);
    const alone = mutants.filter((mutant) => !mutation.notices(tool, mutant)).map(({ place }) => place);
    edit();
    const source = { folder: one.definitions, cases };
    const workers = new MutationWorkers(mutation, source, Number.POSITIVE_INFINITY, 2);
    const shared = workers
      .survivors("small", tool, mutants, () => true)
      .then((found) => found.map(({ place }) => place))
      .finally(() => workers.close());
    return { alone, shared };
  }

  test("finds what one thread finds", async () => {
    const { alone, shared } = await survivors(() => undefined);
    expect(alone.length).toBeGreaterThan(0);
    expect(await shared).toEqual(alone);
  });

  test("stops where the definitions are no longer the same", async () => {
    const small = smallSet()["definitions/tools/small.yaml"] ?? "";
    const { shared } = await survivors(() =>
      one.write("definitions/tools/small.yaml", small.replaceAll("> limit_kw", ">= limit_kw")),
    );
    await expect(shared).rejects.toThrow("have changed meanwhile");
  });
});

describe.each(["coverage", "mutate"] as const)("%s", (name) => {
  test("wrong usage is told with a hint", async () => {
    expect((await run(name, "smal")).stderr).toContain("There is no tool smal. Did you mean small?");
    expect((await run(name, "--casses=x")).stderr).toContain("Did you mean --cases?");
    expect((await run(name, "--cases", "nowhere")).stderr).toContain("There is no folder nowhere.");
    one.write("test/unreachable-pieces.yaml", "- {file: a}\n");
    one.write("test/equivalent-mutants.yaml", "- {file: a}\n");
    expect((await run(name)).stderr).toContain("entry 1 needs file, place and reason.");
    rmSync(join(one.home, "test"), { recursive: true });
    expect(await run(name)).toMatchObject({ status: 2, stdout: "" });
  });

  test("a broken set is reported", async () => {
    one.write("definitions/tools/small.yaml", "name: small\n");
    expect((await run(name)).status).toBe(1);
  });

  test("an interrupt ends it", async () => {
    const running = run(name);
    // The command handles signals after it has listed mutations.
    await new Promise((resolve) => setImmediate(resolve));
    process.emit("SIGINT");
    const { status, stderr } = await running;
    expect({ status, said: stderr.includes("Interrupted") }).toEqual({ status: 130, said: true });
  });
});

test("who works on definitions means those of the working directory, where it has some; who serves does not", () => {
  const given = (...typed: string[]) =>
    readArguments("check", typed, { definitions: { value: "DIR", does: "" } });
  const [before, named] = [process.cwd(), process.env.DEFINITIONS_DIR];
  try {
    delete process.env.DEFINITIONS_DIR;
    process.chdir(one.home);
    expect(authorsFolder(given())).toBe("definitions");
    expect(definitionsFolder(given())).toBe(DEFAULT_FOLDER);
    process.chdir(join(one.home, "test"));
    expect(authorsFolder(given())).toBe(DEFAULT_FOLDER);
    process.env.DEFINITIONS_DIR = one.definitions;
    expect([authorsFolder(given()), definitionsFolder(given())]).toEqual([one.definitions, one.definitions]);
    expect(authorsFolder(given("--definitions", one.home))).toBe(one.home);
  } finally {
    process.chdir(before);
    if (named !== undefined) process.env.DEFINITIONS_DIR = named;
    else delete process.env.DEFINITIONS_DIR;
  }
});
