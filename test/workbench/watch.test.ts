// `plumbline watch`: what each save did, of the tools that it reaches and of nothing else.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageOf } from "../../src/cli/watch.js";
import { Watching } from "../../src/workbench/watching.js";
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
  expect(watching.look()).toMatchObject({ findings: [], reached: [], cases: 0, moved: [] });
  write(12);
  const moved = watching.look();
  expect(moved).toMatchObject({ findings: [], reached: ["small"], cases: 1 });
  expect(moved.differing.map(({ golden, differences }) => [golden.name, differences])).toEqual([
    ["at-the-limit", [{ path: "spare_kw", expected: 0, got: 2 }]],
  ]);
  expect(moved.moved.map(({ tool, numbers }) => [tool, numbers.map(({ path }) => path)])).toEqual([
    ["small", ["spare_kw"]],
  ]);
  const page = pageOf(moved);
  expect(page).toContain("1 golden case, 1 differ");
  expect(page).toContain("small at-the-limit  spare_kw: 0 to 2");
  expect(page).toContain("Results change and the version is still 1.0.0");
  expect(watching.look()).toMatchObject({ reached: [], differing: [] });
  const path = "definitions/tools/small.yaml";
  repository.write(path, (setOf(12)[path] ?? "").replace("limit_kw - power_kw", "limit_kw - powr_kw"));
  expect(pageOf(watching.look())).toBe(
    "1 error\ntools/small.yaml:14:24 Nothing is called powr_kw. (did you mean power_kw?)\n",
  );
  write(10);
  expect(watching.look()).toMatchObject({ findings: [], reached: ["small"], differing: [], moved: [] });
});

test("the command tells it on each save, and ends with Ctrl-C", async () => {
  const child = spawn(process.execPath, [CLI, "watch"], { cwd: repository.home });
  try {
    await waitForLine(child, "Watching");
    write(11);
    expect(await waitForLine(child, "differ")).toBe("1 golden case, 1 differ");
    expect(await stopped(child, "SIGINT")).toBe(0);
  } finally {
    await stopped(child);
    write(10);
  }
});
