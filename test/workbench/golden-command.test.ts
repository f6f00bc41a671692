// `plumbline golden`: shows differences by field, and accepts results in place without other changes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Repository, repositoryOf, smallSet } from "../helpers/git-repository.js";
import { call } from "../helpers/run-command.js";

const TOOL = smallSet()["definitions/tools/small.yaml"] ?? "";
const SHARED = "notice: None.   # of all tools\n";
const ALWAYS = `# The whole tool.
flags: []
warnings: []
assumptions: []
recommendations: [Go on.]
standard_reference: None
disclaimer: {shared: notice}
`;
const LIMIT = `# By hand.
origin: hand
source: The method
always:
  size: small    # up to the limit
  shown: true

  day_count: null
cases:
  # 10 - 10 = 0
  - name: at
    why:   on the limit
    input: { power_kw: 10 }
    expect:
      spare_kw: 0     # to be exact

  - {name: below, why: below it, input: {power_kw: 4}, expect: {spare_kw: 6}}
  - name: above
    why: above it
    input: {power_kw: 11, days: [2026-11-01]}
    expect:
      spare_kw: -1
      size: large     # as it must be
      day_count: 1
  - {name: part, why: the source gives one figure, input: {power_kw: 3}, only: true, expect: {spare_kw: 7}}
  - {name: refused, why: too much, input: {power_kw: 101}, refused: [/power_kw]}
`;

let one: Repository;
beforeEach(() => {
  one = repositoryOf({
    ...smallSet(),
    "definitions/tools/other.yaml": TOOL.replace("name: small", "name: other").replace(
      "[Go on.]",
      "[Go on.]\ndisclaimer: Not advice.",
    ),
    "test/golden/always.yaml": SHARED,
    "test/golden/small/always.yaml": ALWAYS,
    "test/golden/small/limit.yaml": LIMIT,
    "test/golden/other/always.yaml": ALWAYS.replace("{shared: notice}", "{shared: notice, and: Not advice.}"),
    "test/golden/other/limit.yaml": LIMIT,
  });
  one.commit("Cases");
});
afterEach(() => one.remove());

const run = (...args: readonly string[]) => call("golden", [...args, "--definitions", one.definitions]);
const change = (tool: string, from: string, to: string) => {
  const path = `definitions/tools/${tool}.yaml`;
  one.write(path, readFileSync(join(one.home, path), "utf8").replace(from, to));
};
const read = (path: string) => readFileSync(join(one.home, "test/golden", path), "utf8");
const changed = () => one.git("diff", "--name-only", "test").trim().split("\n").filter(Boolean);

test("cases that hold are counted, of the tools named or of all, in any folder", async () => {
  expect(await run()).toEqual({ status: 0, stdout: "10 cases, 0 differ\n", stderr: "" });
  expect(await run("small")).toMatchObject({ status: 0, stdout: "5 cases, 0 differ\n" });
  one.write("elsewhere/small/limit.yaml", LIMIT);
  const { status, stdout } = await run("small", "--cases", join(one.home, "elsewhere"));
  expect(status).toBe(1);
  expect(stdout).toContain(
    "small/limit.yaml at  on the limit\n    flags\n      expected nothing\n      got      []\n",
  );
});

test("differences are shown by field, expected and got, and nothing is written unasked", async () => {
  change("small", "constant: 10", "constant: 12");
  const { status, stdout } = await run();
  expect(status).toBe(1);
  expect(stdout).toContain(
    'small/limit.yaml above  above it\n    size\n      expected "large"\n      got      "small"\n    spare_kw\n      expected -1\n      got      1\n',
  );
  expect(stdout).toMatch(/\n10 cases, 4 differ\n$/);
  expect(changed()).toEqual([]);
});

test("accepting rewrites the moved values of the moved cases and nothing else", async () => {
  change("small", "constant: 10", "constant: 12");
  expect(await run("--accept")).toMatchObject({ status: 0 });
  expect(changed()).toEqual(["test/golden/small/limit.yaml"]);
  expect(read("small/limit.yaml")).toBe(
    LIMIT.replace("spare_kw: 0 ", "spare_kw: 2 ")
      .replace("{spare_kw: 6}", "{spare_kw: 8}")
      .replace("spare_kw: -1\n      size: large     # as it must be\n", "spare_kw: 1\n")
      .replace("{spare_kw: 7}", "{spare_kw: 9}"),
  );
  expect(await run()).toMatchObject({ status: 0 });
});

test("accepting lists the cases whose why may no longer be true, and no others", async () => {
  change("small", "constant: 10", "constant: 12");
  const { stdout } = await run("--accept", "small");
  // The verdict of one case changed; the others only changed numbers that their descriptions do not mention.
  expect(stdout).toContain(
    "The descriptions of these cases may be outdated; check `why`:\n  small/limit.yaml above  above it\n",
  );
  expect(stdout).not.toMatch(/^ {2}small\/limit.yaml (at|below|part)/m);
});

test("of a list only the items that moved are written anew", async () => {
  const advice = (items: string) => `recommendations:\n${items}`;
  const [before, after] = [
    "  - Go on.      # at first\n  - 'Look  up.'\n  - \"Ask.\"  # last\n",
    '  - Go on.      # at first\n  - Look down.\n  - Then wait.\n  - "Ask."  # last\n',
  ];
  change("small", "[Go on.]", "[Go on., Look  up., Ask.]");
  one.write("test/golden/small/always.yaml", ALWAYS.replace("recommendations: [Go on.]\n", advice(before)));
  expect(await run("small")).toMatchObject({ status: 0 });
  change("small", "[Go on., Look  up., Ask.]", "[Go on., Look down., Then wait., Ask.]");
  expect(await run("--accept", "small")).toMatchObject({ status: 0 });
  expect(read("small/always.yaml")).toBe(ALWAYS.replace("recommendations: [Go on.]\n", advice(after)));
});

test("a value that left always is put into the case, one that came to it is taken out", async () => {
  change("small", "constant: 10", "constant: 9.5");
  await run("--accept", "small");
  expect(read("small/limit.yaml")).toBe(
    LIMIT.replace("spare_kw: 0     # to be exact\n", "spare_kw: -0.5     # to be exact\n      size: large\n")
      .replace("{spare_kw: 6}", "{spare_kw: 5.5}")
      .replace("spare_kw: -1\n", "spare_kw: -1.5\n")
      .replace("{spare_kw: 7}", "{spare_kw: 6.5}"),
  );
});

test("a file that gives a part of each result keeps to that part", async () => {
  const partly = (size: string, spare: number) =>
    `origin: hand\nsource: The method\nonly: true\nalways: {size: ${size}}\ncases:\n` +
    `  - {name: partly, why: below it, input: {power_kw: 5}, expect: {spare_kw: ${spare}}}\n`;
  one.write("test/golden/small/partly.yaml", partly("small", 5));
  expect(await run("small")).toMatchObject({ status: 0 });
  change("small", "constant: 10", "constant: 12");
  expect(await run("--accept", "small")).toMatchObject({ status: 0 });
  expect(read("small/partly.yaml")).toBe(partly("small", 7));
  expect(await run("small")).toMatchObject({ status: 0 });
});

test("what all cases take from one place moves in that place", async () => {
  change("small", "otherwise: small", "otherwise: little");
  change("small", "recommendations: [Go on.]", "recommendations: [Go on., Then stop.]");
  expect(await run("--accept")).toMatchObject({ status: 0 });
  expect(changed()).toEqual(["test/golden/small/always.yaml", "test/golden/small/limit.yaml"]);
  expect(read("small/always.yaml")).toBe(
    ALWAYS.replace("recommendations: [Go on.]", "recommendations:\n  - Go on.\n  - Then stop."),
  );
  expect(read("small/limit.yaml")).toBe(LIMIT.replace("size: small ", "size: little "));
});

test("a field that no result has any more leaves always and the cases", async () => {
  change(
    "small",
    "  day_count: {value: = count(days), description: Days}\n",
    "  dated: {value: = count(days) > 0, description: Dated}\n",
  );
  expect(await run("--accept", "small")).toMatchObject({ status: 0 });
  expect(read("small/limit.yaml")).not.toContain("day_count");
  expect(await run("small")).toMatchObject({ status: 0 });
});

test("a changed disclaimer of all tools changes one file", async () => {
  one.write(
    "definitions/common.yaml",
    "edition: 2026-11-01\ndisclaimer: Ask an engineer.\nfields: {flags: Flags.}\n",
  );
  expect(await run("--accept")).toMatchObject({ status: 0 });
  expect(changed()).toEqual(["test/golden/always.yaml"]);
  expect(read("always.yaml")).toBe("notice: Ask an engineer.   # of all tools\n");
  expect(await run()).toMatchObject({ status: 0 });
});

test("a shared text stays as long as a tool begins with it", async () => {
  one.write(
    "definitions/common.yaml",
    "edition: 2026-11-01\ndisclaimer: None. Ask.\nfields: {flags: Flags.}\n",
  );
  expect(await run("--accept", "small")).toMatchObject({ status: 0 });
  expect(changed()).toEqual(["test/golden/small/always.yaml"]);
  expect(read("small/always.yaml")).toContain("disclaimer: {shared: notice, and: Ask.}\n");
  expect(await run("small")).toMatchObject({ status: 0 });
});

test("published figures and refusals are never accepted", async () => {
  const published = LIMIT.replace(
    "input: { power_kw: 10 }",
    "origin: published\n    published: {spare_kw: {value: 0, within: 0}}\n    input: { power_kw: 10 }",
  );
  one.write("test/golden/small/limit.yaml", published);
  change("small", "constant: 10", "constant: 12");
  change("small", "at_most: 100", "at_most: 200");
  const { status, stdout } = await run("small", "--accept");
  expect(status).toBe(1);
  expect(stdout).toContain('published spare_kw\n      expected "0 within 0"\n      got      2\n');
  expect(stdout).toContain("5 cases, 3 rewritten: read the diff before you commit; 2 still differ");
  expect(read("small/limit.yaml")).toContain("spare_kw: 0     # to be exact\n");
  expect(read("small/limit.yaml")).toContain("refused: [/power_kw]");
});

test("nothing is written where a case cannot say what has to be said", async () => {
  one.write(
    "test/golden/small/limit.yaml",
    LIMIT.replace("  day_count: null\n", "  day_count: null\n  gone: 1\n"),
  );
  one.commit("A field that never was");
  change("small", "constant: 10", "constant: 12");
  const published =
    "origin: published\n    published: {spare_kw: {value: 0, within: 0}}\n    input: { power_kw: 10 }";
  one.write(
    "test/golden/small/limit.yaml",
    read("small/limit.yaml").replace("input: { power_kw: 10 }", published),
  );
  const before = read("small/limit.yaml");
  const { status, stderr } = await run("small", "--accept");
  expect(status).toBe(2);
  expect(stderr).toMatch(/small below: gone has to be changed by hand\. Nothing was written\.$/);
  expect(read("small/limit.yaml")).toBe(before);
});

test.each(["golden", "coverage", "promises"])(
  "cases that cannot be read are told with their place, by %s too",
  async (command) => {
    one.write("test/golden/small/limit.yaml", LIMIT.replace("why:   on", "because: on"));
    const { status, stderr } = await call(command, ["--definitions", one.definitions]);
    expect(status).toBe(1);
    expect(stderr).toContain("small/limit.yaml:12:5 The key because is not allowed here.");
  },
);

test.each([
  [["smal"], "There is no tool smal. Did you mean small"],
  [["--write"], "golden does not know --write."],
  [["--cases", "nowhere"], "There is no folder nowhere."],
])("%j is wrong usage", async (args, message) => {
  const { status, stderr } = await run(...args);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
});
