// Doubts about edits since an earlier version: copies that were left behind, and changes without their source.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatFinding } from "../../src/engine/language/findings.js";
import { doubtsSince } from "../../src/lint/since/since.js";
import { type Repository, repositoryOf, smallSet } from "../helpers/git-repository.js";
import { files, mistakes } from "../helpers/mistakes.js";
import { call } from "../helpers/run-command.js";

/** The share of mistakes of which the place is named. More draws than a hundred make the share steady. */
const GOAL = 0.95;
const DRAWS = 200;
/** Lines between the mistake and the named place. */
const NEAR = 2;

const SOURCES = `law:
  title: Law
  reference: SI 2021/1
  note: Its cap is 3,600 GBP.
other: {title: Other, reference: SI 2022/2}
`;
const TOOL = `cite: law 1
inputs:
  power_kw: {at_least: 0, description: "Power; the connection cap of 3,600 GBP is checked."}
values:
  connection_cap_gbp: {constant: 3600, at: reg. 4}      # 3600 GBP or less
  wide: power_kw <= 100 and not small
  small: power_kw < least_kw
  began: {constant: "2022-06-15", at: reg. 2}
tables:
  sizes:
    rows:
      - {size: a, width_mm: 120, depth_mm: 240}
      - {size: b, width_mm: 140, depth_mm: 280}
recommendations:
  - The rules are in force since 15 June 2022.
  - Parking of 3600 cars is another fact.
`;

const named = (before: Record<string, string>, after: Record<string, string>) => {
  const [old, now] = [before, after].map((set) =>
    Object.entries(set).map(([path, text]) => ({ path, text, sha256: text })),
  );
  return doubtsSince(old ?? [], now ?? []).map((doubt) =>
    formatFinding({ check: "doubt", severity: "error", ...doubt }),
  );
};
const SET = { "sources.yaml": SOURCES, "tools/a.yaml": TOOL };
const edited = (...edits: readonly (readonly [find: string, put: string])[]) =>
  named(
    SET,
    Object.fromEntries(
      Object.entries(SET).map(([path, text]) => [
        path,
        edits.reduce((changed, [find, put]) => changed.replace(find, put), text),
      ]),
    ),
  );

describe("an edit in doubt", () => {
  test.each([
    ["a digit", "constant: 3600", "constant: 3500", "tools/a.yaml:5:34 `3600` is now `3500`, and its source"],
    ["a limit", "power_kw <= 100", "power_kw < 100", "tools/a.yaml:6:18 `<=` is now `<`, and its source"],
    ["a word", "100 and not", "100 or not", "tools/a.yaml:6:25 `and` is now `or`, and its source"],
    ["a negation", "and not small", "and small", "tools/a.yaml:6:29 `not` is now nothing, and its source"],
    ["a name", "< least_kw", "< power_kw", "tools/a.yaml:7:21 `least_kw` is now `power_kw`, and its"],
    ["a clause", "at: reg. 4", "at: reg. 5", "tools/a.yaml:5:49 `4` is now `5` in a citation, and what"],
    ["a source", "cite: law 1", "cite: other 1", "tools/a.yaml:1:7 `law` is now `other` in a citation"],
    [
      "a row",
      "      - {size: b, width_mm: 140, depth_mm: 280}\n",
      "",
      "tools/a.yaml:14:1 This entry was deleted",
    ],
    [
      "a sentence",
      "3600 cars",
      "3700 cars",
      "tools/a.yaml:16:16 `3600` is now `3700` in a text, and no value",
    ],
  ])("%s", (_, find, put, message) => {
    expect(edited([find, put]).join("\n")).toContain(message);
  });
});

test("copies of a number keep its old value", () => {
  const found = edited(
    ["constant: 3600", "constant: 4000"],
    ["reference: SI 2021/1", "reference: SI 2027/1"],
  );
  expect(found).toEqual([
    "sources.yaml:4:20 3,600 is still here. At tools/a.yaml:5 it is now 4000.",
    "tools/a.yaml:3:70 3,600 is still here. At tools/a.yaml:5 it is now 4000.",
    "tools/a.yaml:5:59 3600 is still here. At tools/a.yaml:5 it is now 4000.",
  ]);
});

test("copies of a day keep its old value in words", () => {
  const found = edited(['"2022-06-15", at: reg. 2', '"2023-06-15", at: reg. 3']);
  expect(found).toEqual([
    "tools/a.yaml:15:34 15 June 2022 is still here. At tools/a.yaml:8 it is now 2023-06-15.",
  ]);
});

describe("no doubt", () => {
  test("a number and its citation change together", () => {
    expect(
      edited(["3600, at: reg. 4", "3700, at: reg. 5"]).filter((each) => !each.includes("still here")),
    ).toEqual([]);
  });
  test("a name changes everywhere", () => {
    expect(edited(["< least_kw", "< lowest_kw"])).toEqual([]);
  });
  test("a sentence is worded otherwise", () => {
    expect(edited(["The rules are in force", "These rules have been in force"])).toEqual([]);
  });
  test("a condition is added", () => {
    expect(edited(["power_kw < least_kw", "power_kw < least_kw and power_kw > 0"])).toEqual([]);
  });
  test("rows move", () => {
    const [one = "", other = ""] = TOOL.match(/^ +- \{.*\n/gm) ?? [];
    expect(edited([one + other, other + one])).toEqual([]);
  });
  test("nothing changed", () => {
    expect(named(SET, SET)).toEqual([]);
  });
});

test(`of mistakes at random places at least ${100 * GOAL} percent are named`, () => {
  const drawn = mistakes(DRAWS, 2026);
  const missed = drawn.filter(({ file, line, text }) => {
    const doubts = doubtsSince(
      files,
      files.map((each) => (each.path === file ? { ...each, text, sha256: "" } : each)),
    );
    return !doubts.some(({ location }) => location.file === file && Math.abs(location.line - line) <= NEAR);
  });
  expect(new Set(drawn.map(({ kind }) => kind)).size).toBeGreaterThan(17);
  const told = missed.map(({ kind, file, line, said }) => `${file}:${line} ${kind}: ${said}`).join("\n");
  expect(missed.length, told).toBeLessThanOrEqual(DRAWS * (1 - GOAL));
});

describe("plumbline check --since", () => {
  let one: Repository;
  beforeAll(() => {
    one = repositoryOf(smallSet());
    one.commit("first");
    one.write("definitions/tools/small.yaml", smallSet({ limit: 12 })["definitions/tools/small.yaml"] ?? "");
  });
  afterAll(() => one.remove());
  const check = (...args: readonly string[]) => call("check", [...args, "--definitions", one.definitions]);

  test("lists doubts and ends as without them", async () => {
    const { status, stdout } = await check("--since", "HEAD");
    expect(status).toBe(0);
    expect(stdout).toContain("tools/small.yaml:13:24 doubt: `10` is now `12`, and its source did not change");
    expect(stdout).toContain(", 1 doubt since HEAD; ");
    expect((await check()).stdout).not.toContain("doubt");
  });
  test("gives them as data", async () => {
    const { doubts } = JSON.parse((await check("--since", "HEAD", "--json")).stdout);
    expect(doubts).toEqual([
      expect.objectContaining({
        file: "tools/small.yaml",
        line: 13,
        message: expect.stringContaining("`12`"),
      }),
    ]);
  });
  test("refuses a revision that does not exist", async () => {
    expect((await check("--since", "nowhere")).stderr).toContain("There is no git revision nowhere.");
  });
});
