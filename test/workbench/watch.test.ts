// `plumbline watch`: reports the effects of a save on affected tools only.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageOf } from "../../src/cli/watch.js";
import { type Seen, Watching } from "../../src/workbench/watching.js";
import { type Repository, repositoryOf, smallSet } from "../helpers/git-repository.js";
import { CLI, stopped, waitForLine } from "../helpers/processes.js";

const CASE = `origin: hand
source: None
cases:
  - {name: at-the-limit, why: on the limit, only: true, input: {power_kw: 10}, expect: {spare_kw: 0}}
`;
const setOf = (limit: number): Record<string, string> => ({
  ...smallSet({ limit }),
  "test/golden/small/limit.yaml": CASE,
});

let repository: Repository;
beforeAll(() => {
  repository = repositoryOf(setOf(10));
  repository.commit("As it was");
});
afterAll(() => repository.remove());

const write = (limit: number) => {
  for (const [path, text] of Object.entries(setOf(limit))) repository.write(path, text);
};

test("a save is judged by findings, golden cases and what moved since the last commit", () => {
  const watching = new Watching(repository.definitions, join(repository.home, "test/golden"));
  const looked = () => [...watching.look()];
  const last = () => looked().at(-1);
  expect(last()).toMatchObject({ findings: [], reached: [], cases: [], moved: [] });
  write(12);
  const stages = looked();
  const moved = stages.at(-1) as Seen;
  // Findings come first, then cases, then changes; nothing is withdrawn.
  expect(
    stages.map(({ cases, promises, moved: those }) => [cases.length, promises.length, those.length]),
  ).toEqual([
    [0, 0, 0],
    [1, 0, 0],
    [1, 0, 1],
  ]);
  stages.map(pageOf).reduce((before, page) => {
    expect(page.startsWith(before)).toBe(true);
    return page;
  }, "");
  expect(moved).toMatchObject({ findings: [], reached: ["small"], cases: [{ name: "small" }] });
  expect(moved.cases[0]?.cases.map(({ golden, differences }) => [golden.name, differences])).toEqual([
    ["at-the-limit", [{ path: "spare_kw", expected: 0, got: 2 }]],
  ]);
  expect(moved.moved.map(({ tool, numbers }) => [tool, numbers.map(({ path }) => path)])).toEqual([
    ["small", ["spare_kw"]],
  ]);
  const page = pageOf(moved);
  expect(page).toContain("small: 1 golden case, 1 differ\n  at-the-limit  spare_kw: 0 to 2\n");
  expect(page).toContain("Results change and the version is still 1.0.0");
  expect(last()).toMatchObject({ reached: [], cases: [] });
  const path = "definitions/tools/small.yaml";
  repository.write(path, (setOf(12)[path] ?? "").replace("limit_kw - power_kw", "limit_kw - powr_kw"));
  expect(pageOf(last() as Seen)).toBe(
    "1 error\ntools/small.yaml:14:24 Nothing is called powr_kw. (did you mean power_kw?)\n",
  );
  write(10);
  expect(last()).toMatchObject({
    findings: [],
    reached: ["small"],
    cases: [{ cases: [{ differences: [] }] }],
    moved: [],
  });
});

test("promises are told one after the other, so that the next save is heard in between", () => {
  const path = "definitions/tools/small.yaml";
  const promise = (id: string) => `  - {id: ${id}, always: spare_kw <= 100, because: it is small}\n`;
  repository.write(path, `${setOf(10)[path]}promises:\n${promise("a")}${promise("b")}`);
  const watching = new Watching(repository.definitions, join(repository.home, "test/golden"));
  const pages = [...watching.look()]
    .map(pageOf)
    .flatMap((page) => /small: .*promise.*/.exec(page)?.[0] ?? []);
  expect(pages[0]).toMatch(/^small: 1 of 2 promises tried, none broken; /);
  expect(pages.at(-1)).toMatch(/^small: 2 promises, none broken; /);
  write(10);
});

test("a look that the next save interrupts is made up for", () => {
  const watching = new Watching(repository.definitions, join(repository.home, "test/golden"));
  for (const _ of watching.look());
  write(12);
  for (const { reached } of watching.look()) {
    expect(reached).toEqual(["small"]);
    break;
  }
  expect([...watching.look()].at(-1)).toMatchObject({ reached: ["small"], cases: [{ name: "small" }] });
  write(10);
});

test("the command tells it on each save, and ends with Ctrl-C", async () => {
  const child = spawn(process.execPath, [CLI, "watch"], { cwd: repository.home });
  try {
    await waitForLine(child, "Watching");
    write(11);
    expect(await waitForLine(child, "differ")).toBe("small: 1 golden case, 1 differ");
    expect(await stopped(child, "SIGINT")).toBe(0);
  } finally {
    await stopped(child);
    write(10);
  }
});

test("a commit whose units do not agree is nothing to compare with", () => {
  const path = "definitions/tools/small.yaml";
  const text = setOf(10)[path] ?? "";
  repository.write(path, text.replace("limit_kw - power_kw", "limit_kw * power_kw"));
  repository.commit("Kilowatts times kilowatts");
  write(10);
  const watching = new Watching(repository.definitions, join(repository.home, "test/golden"));
  expect([...watching.look()].at(-1)).toMatchObject({
    reached: ["small"],
    moved: [],
    notes: ["small as it was committed cannot be compared: try plumbline impact HEAD."],
  });
});
