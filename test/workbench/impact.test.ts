// Impact: changed results between two revisions, and required version changes.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { loadFolder } from "../../src/definitions/load.js";
import { randomInputs, randomNumbers } from "../../src/workbench/arbitraries.js";
import { impactOf, isLater, type ToolImpact } from "../../src/workbench/impact/impact.js";
import { diffOf, patchOf } from "../../src/workbench/line-diff.js";
import { type Repository, repositoryOf, smallSet } from "../helpers/git-repository.js";
import { ownSet } from "../helpers/own-definitions.js";
import { call } from "../helpers/run-command.js";

const made: Repository[] = [];

function repository(files: Readonly<Record<string, string>>): Repository {
  const one = repositoryOf(files);
  made.push(one);
  return one;
}

const impact = ({ definitions }: Repository, ...args: readonly string[]) =>
  call("impact", [...args, "--definitions", definitions]);

afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

describe("the command", () => {
  test("a changed limit without a new version is a finding, in three forms", async () => {
    const one = repository(smallSet());
    one.commit("first");
    one.write("definitions/tools/small.yaml", smallSet({ limit: 12 })["definitions/tools/small.yaml"] ?? "");
    const { status, stdout } = await impact(one, "HEAD");
    expect(status).toBe(1);
    for (const words of [
      "small 1.0.0, same version",
      "(+2",
      "size: large to small",
      "finding: Results change and the version is still 1.0.0",
      "1 tool, 1 changed, 0 edited without a change, 0 untouched; 1 finding",
    ])
      expect(stdout).toContain(words);
    expect((await impact(one, "HEAD")).stdout).toBe(stdout);
    const data = JSON.parse((await impact(one, "HEAD", "--json")).stdout) as { tools: ToolImpact[] };
    const edit = data.tools[0]?.inputs.edit ?? 0;
    expect(edit).toBeGreaterThan(0);
    const all = 2001 + edit;
    expect(stdout).toContain(
      `${all} of ${all} results changed, 100.0 % (1 golden input, ${edit} at the edit and 2000 at random)`,
    );
    const { stdout: markdown } = await impact(one, "HEAD", "--markdown");
    expect(markdown).toContain(`| \`spare_kw\` | ${all} |`);
    expect(markdown).toContain("> **Finding.**");
    expect(data.tools[0]).toMatchObject({
      tool: "small",
      status: "changed",
      inputs: { golden: 1, random: 2000, edit },
      computed: all,
      changed: all,
      numbers: [{ path: "spare_kw", changed: all }],
    });
    const flip = data.tools[0]?.verdicts[0];
    expect(flip).toMatchObject({ path: "size", before: "large", after: "small" });
    const { power_kw: power } = (flip?.example.input ?? {}) as { power_kw?: number };
    expect(power).toBeGreaterThan(10);
    expect(power).toBeLessThanOrEqual(12);
  });

  test("a promise that breaks only at the edit is the first finding, with an input that breaks it", async () => {
    const small = (limit: number) =>
      `${smallSet({ limit, version: limit === 10 ? "1.0.0" : "1.1.0" })["definitions/tools/small.yaml"]}promises:
  - {id: spare_is_below_the_limit, always: spare_kw <= 100, because: power is at least zero}
  - {id: eleven_is_large, when: power_kw > 10 and power_kw <= 10.02, always: size == "large", because: it is above ten}
`;
    const one = repository({ ...smallSet(), "definitions/tools/small.yaml": small(10) });
    one.commit("first");
    one.write("definitions/tools/small.yaml", small(10.02));
    const { status, stdout } = await impact(one, "HEAD");
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /finding: The promise eleven_is_large is broken \(it is above ten\)\. With \{.*"power_kw":10\.0\d*.*\}: size == "large" does not hold\./,
    );
    expect(stdout).toMatch(
      /2 promises tried on \d+ inputs, those at the edit first: 1 broken; applied to [\d,]+ of [\d,]+ trials\n/,
    );
    expect(stdout).toMatch(
      /\n {4}eleven_is_large: broken; applied to \d+ of \d+ trials\n {4}spare_is_below_the_limit: held in all \d+ trials\n/,
    );
    const { tools } = JSON.parse((await impact(one, "HEAD", "--json")).stdout) as { tools: ToolImpact[] };
    const each = tools[0]?.promises?.each ?? [];
    expect(each.map(({ promise }) => promise)).toEqual(["spare_is_below_the_limit", "eleven_is_large"]);
    expect(each[1]?.spoke).toBeLessThan(each[1]?.trials ?? 0);
    expect(tools[0]?.promises).toMatchObject({
      tried: 2,
      spoke: each.reduce((sum, { spoke }) => sum + spoke, 0),
      trials: each.reduce((sum, { trials }) => sum + trials, 0),
      broken: [{ promise: "eleven_is_large", before: "held" }],
      unproved: [],
    });
  });

  test("two revisions: with a new version it is no finding, and the other way round it is", async () => {
    const one = repository(smallSet());
    one.commit("first");
    for (const [path, text] of Object.entries(smallSet({ limit: 12, version: "1.1.0" })))
      one.write(path, text);
    one.commit("second");
    const { status, stdout } = await impact(one, "HEAD~1", "HEAD");
    expect(status).toBe(0);
    expect(stdout).toContain("small 1.0.0 to 1.1.0");
    const back = await impact(one, "HEAD", "HEAD~1");
    expect(back.status).toBe(1);
    expect(back.stdout).toContain("the version goes back from 1.1.0 to 1.0.0");
  });

  test("--as-of asks about another day, where nothing moves on that of the edition", async () => {
    const one = repository(smallSet());
    one.commit("first");
    const dated = (smallSet({ version: "1.1.0" })["definitions/tools/small.yaml"] ?? "").replace(
      "constant: 10",
      "constant: {2020-01-01: 10, 2027-01-01: 12}",
    );
    one.write("definitions/tools/small.yaml", dated);
    const still = await impact(one, "HEAD", "--as-of", "2026-12-31");
    expect(still.stdout).toContain("1 tool, 0 changed");
    const then = await impact(one, "HEAD", "--as-of", "2027-01-01", "--json");
    const { tools } = JSON.parse(then.stdout) as { tools: ToolImpact[] };
    const { computed, changed, numbers } = tools[0] ?? {};
    expect(computed).toBeGreaterThan(2000);
    expect({ changed, numbers: numbers?.map(({ path }) => path) }).toEqual({
      changed: computed,
      numbers: ["spare_kw"],
    });
    expect(await impact(one, "HEAD", "--as-of", "soon")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--as-of needs a day such as 2026-11-01."),
    });
  });

  test("a folder of definitions stands for a revision, without git too", async () => {
    const [one, other] = [repository(smallSet()), repository(smallSet({ limit: 12 }))];
    const { status, stdout } = await impact(one, other.definitions);
    expect(status).toBe(1);
    expect(stdout).toContain(`Impact from ${other.definitions} to the working tree`);
    expect(stdout).toContain("size: small to large");
    const { stderr } = await impact(one, other.home);
    expect(stderr).toContain("contains no definitions");
  });

  test("an interrupt ends it without half a report", async () => {
    const one = repository(smallSet());
    one.commit("first");
    const before = process.listenerCount("SIGINT");
    const running = impact(one, "HEAD");
    while (process.listenerCount("SIGINT") === before) await new Promise((resolve) => setImmediate(resolve));
    process.emit("SIGINT");
    const { status, stdout, stderr } = await running;
    expect({ status, stdout }).toEqual({ status: 130, stdout: "" });
    expect(stderr).toContain("Interrupted");
  });

  test("a source that nothing cites does not keep an old revision from loading; a broken one is said", async () => {
    const one = repository(smallSet());
    const sources = smallSet()["definitions/sources.yaml"];
    one.write(
      "definitions/sources.yaml",
      `${sources}act: {title: Act, evidence: law, review_by: 2020-01-01}\n`,
    );
    one.commit("first");
    one.write("definitions/sources.yaml", sources ?? "");
    expect(await impact(one, "HEAD")).toMatchObject({ status: 0 });
    one.write("definitions/tools/small.yaml", "name: small\n");
    const broken = await impact(one, "HEAD");
    expect(broken.status).toBe(1);
    expect(broken.stderr).toContain("The definitions of the working tree do not load.");
  });

  test.each([
    [[], "Name one git revision or folder, or two."],
    [["nowhere"], "There is no git revision nowhere, and no folder."],
    [["--output=x"], "impact does not know --output."],
  ])("wrong usage: %j", async (args, message) => {
    const one = repository(smallSet());
    one.commit("first");
    const { status, stderr } = await impact(one, ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe("the comparison", () => {
  const options = { golden: () => [], random: 200, seed: "test" };
  const setOf = (files: Readonly<Record<string, string>>) => {
    const { set } = loadFolder(repository(files).definitions);
    if (set === undefined) throw new Error("the small set does not load");
    return set;
  };

  test("tools that come and go, and inputs that are refused now", () => {
    const before = setOf(smallSet());
    const text = smallSet()["definitions/tools/small.yaml"] ?? "";
    const other = {
      ...smallSet(),
      "definitions/tools/other.yaml": text.replace("name: small", "name: other"),
    };
    expect([...impactOf(before, setOf(other), options)].map(({ tool, status }) => [tool, status])).toEqual([
      ["other", "added"],
      ["small", "same files"],
    ]);
    expect([...impactOf(setOf(other), before, options)][0]?.status).toBe("removed");
    const narrow = {
      ...smallSet(),
      "definitions/tools/small.yaml": text.replace("at_most: 100", "at_most: 50"),
    };
    const [moved] = impactOf(before, setOf(narrow), options);
    expect(moved?.refused?.count).toBeGreaterThan(0);
    expect(moved?.findings.length).toBe(1);
  });

  test("a change of words alone needs no version", () => {
    const text = smallSet()["definitions/tools/small.yaml"] ?? "";
    const words = { ...smallSet(), "definitions/tools/small.yaml": text.replace("Go on.", "Go further.") };
    const [moved] = impactOf(setOf(smallSet()), setOf(words), options);
    expect(moved).toMatchObject({ texts: [{ path: "recommendations", changed: 200 }], findings: [] });
  });

  test("versions", () => {
    expect(isLater("1.9.0", "1.10.0")).toBe(true);
    expect(isLater("1.2.3", "1.2.3")).toBe(false);
    expect(isLater("2.0.0", "1.9.9")).toBe(false);
  });
});

describe("random inputs", () => {
  test("every tool gets as many valid inputs as asked for, the same for the same seed", () => {
    for (const tool of ownSet().tools.values()) {
      const valid = (input: unknown) => tool.validate(input).length === 0;
      const draw = (seed: string) => randomInputs({ schema: tool.inputSchema, valid, count: 60, seed });
      const inputs = draw("one");
      expect(inputs.length, tool.name).toBe(60);
      expect(inputs.every(valid)).toBe(true);
      expect(draw("one")).toEqual(inputs);
      expect(draw("two")).not.toEqual(inputs);
      expect(new Set(inputs.map((input) => JSON.stringify(input))).size, tool.name).toBeGreaterThan(20);
    }
  });

  test("numbers of the generator are spread evenly", () => {
    const random = randomNumbers("spread");
    const counts = Array.from({ length: 10 }, () => 0);
    for (let at = 0; at < 10_000; at++) {
      const tenth = Math.floor(random() * 10);
      counts[tenth] = (counts[tenth] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});

describe("the page for the reviewer", () => {
  const out = mkdtempSync(join(tmpdir(), "plumbline-impact-"));
  afterAll(() => rmSync(out, { recursive: true, force: true }));

  test("verdicts as a matrix, plots, cases, promises, sources, the changed lines, and both sheets of an example", async () => {
    const one = repository(smallSet());
    one.commit("first");
    const text = smallSet({ limit: 12 })["definitions/tools/small.yaml"] ?? "";
    const promise = "promises:\n  - {id: never_alone, always: spare_kw <= 12, because: <b>the limit</b>}\n";
    one.write("definitions/tools/small.yaml", text + promise);
    one.write(
      "definitions/sources.yaml",
      "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2028-11-01}\n",
    );
    const file = join(out, "impact.html");
    const { status, stderr } = await impact(one, "HEAD", "--html", file);
    expect(status).toBe(1);
    expect(stderr).toMatch(/Written: .*impact\.html, with \d+ sheets in impact-sheets/);
    const page = readFileSync(file, "utf8");
    const words = page
      .replaceAll("<wbr>", "")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");
    for (const said of [
      "verdicts that flipped before, then after",
      "Results change and the version is still 1.0.0",
      "1 of 1 moved.",
      "promise added: never_alone , &lt;b&gt;the limit&lt;/b&gt;",
      "changed : Handbook, review by: 2027-11-01 to 2028-11-01",
    ])
      expect(words).toContain(said);
    // Lines are labelled at their ends, the higher one first.
    expect(words).toContain("after before");
    expect(page).toMatch(/<span class="gone">- [^<]*10[^<]*<\/span>/);
    expect(page).toMatch(/<span class="come">\+ [^<]*12[^<]*<\/span>/);
    expect(page).toContain("<svg");
    expect(page).not.toMatch(/<script|<b>the limit/);
    const sheets = [...page.matchAll(/href="(impact-sheets\/[^"]+)"/g)].map(([, link]) => link ?? "");
    expect(sheets.length).toBeGreaterThan(1);
    for (const sheet of sheets) expect(readFileSync(join(out, sheet), "utf8")).toContain("Calculation sheet");
    const verdict = /(small|large) [^<]*/;
    const [before, after] = ["before", "after"].map((side) =>
      readFileSync(join(out, sheets.find((link) => link.endsWith(`-${side}.html`)) ?? ""), "utf8"),
    );
    expect(before).not.toBe(after);
    expect(verdict.test(page)).toBe(true);
    // Sheets of an earlier run are replaced, foreign files are kept.
    writeFileSync(join(out, "impact-sheets/thesis.txt"), "the only copy");
    const again = await impact(one, "HEAD", "--html", file);
    expect(again.stderr).toContain("contains files that are not sheets");
    expect(readFileSync(join(out, "impact-sheets/thesis.txt"), "utf8")).toBe("the only copy");
  });

  test("a difference of texts is the shortest, with a few lines around", () => {
    const old = Array.from({ length: 40 }, (_, at) => `line ${at}`);
    const now = [...old.slice(0, 10), "new", ...old.slice(10, 30), ...old.slice(31)];
    const { lines, leftOut } = diffOf(`${old.join("\n")}\n`, `${now.join("\n")}\n`);
    const changed = lines.filter(({ mark }) => mark === "+" || mark === "-");
    expect(changed).toEqual([
      { mark: "+", text: "new" },
      { mark: "-", text: "line 30" },
    ]);
    expect([lines.length, leftOut]).toEqual([16, 0]);
    expect(diffOf("", "a\nb\n").lines.map(({ mark }) => mark)).toEqual(["+", "+"]);
    const long = Array.from({ length: 5000 }, (_, at) => `other ${at}`).join("\n");
    expect(diffOf(old.join("\n"), long)).toMatchObject({ leftOut: 5040 - 300 });
  });

  test("git applies the patch of a difference", () => {
    const old = Array.from({ length: 40 }, (_, at) => `line ${at}\n`);
    const texts = [
      ["", "a\nb\n"],
      [old.join(""), [...old.slice(0, 5), "new\n", ...old.slice(5, 30), ...old.slice(31)].join("")],
      [old.join(""), [...old.slice(1), "last\n"].join("")],
      [old.join(""), ""],
    ] as const;
    for (const [before, after] of texts) {
      const one = repository({ "some/text.yaml": before });
      one.write("change.patch", patchOf("some/text.yaml", before, after));
      execFileSync("git", ["apply", "change.patch"], { cwd: one.home });
      expect(readFileSync(join(one.home, "some/text.yaml"), "utf8")).toBe(after);
    }
    expect(patchOf("some/text.yaml", "a\n", "a\n")).toBe("");
  });
});
