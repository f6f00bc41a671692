// Golden case files: their combined meaning, and the location of each error.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkShared } from "../../src/workbench/case-file.js";
import { compareGolden, readGolden, readGoldenFile } from "../../src/workbench/cases.js";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "golden-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Writes case files; by default to `tool/a.yaml`. */
function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
}
const read = () => readGolden(join(home, "tool"));
const HEAD = "origin: hand\nsource: The method\n";
const ONE = "  - {name: one, why: w, input: {a: 1}, expect: {x: 1}}\n";

describe("a tool's cases", () => {
  test("take what the file, the tool and all tools share, and say the rest", () => {
    write({
      "always.yaml": "notice: Ask an engineer.\n",
      "tool/always.yaml":
        "disclaimer: {shared: notice, and: Not advice.}\nlaw: old\nbare: {shared: notice}\n",
      "tool/a.yaml": `${HEAD}always: {law: new, flags: []}
cases:
  - {name: one, why: w, input: {a: 1}, expect: {x: 1}}
  - {name: two, why: w, origin: independent, input: {a: 2}, expect: {x: 2, flags: [f], law: none}}
`,
      "tool/b.yaml": `${HEAD}cases:
  - {name: three, why: w, source: Book, origin: published, published: {x: {value: 3, within: 0}}, input: 3, only: true, expect: {x: 3}}
  - {name: four, why: w, input: {}, refused: [/a]}
  - {name: five, why: w, input: {}, expect: {}}
`,
    });
    const common = { why: "w", origin: "hand", source: "The method" };
    const always = { disclaimer: "Ask an engineer. Not advice.", bare: "Ask an engineer." };
    expect(read()).toEqual([
      {
        ...common,
        file: "a.yaml",
        name: "one",
        input: { a: 1 },
        expect: { ...always, law: "new", flags: [], x: 1 },
      },
      {
        ...{ ...common, file: "a.yaml", name: "two", origin: "independent", input: { a: 2 } },
        expect: { ...always, law: "none", flags: ["f"], x: 2 },
      },
      {
        ...{ ...common, file: "b.yaml", name: "three", origin: "published", source: "Book", input: 3 },
        ...{ published: { x: { value: 3, within: 0 } }, only: true, expect: { x: 3 } },
      },
      { ...common, file: "b.yaml", name: "four", input: {}, refused: ["/a"] },
      { ...common, file: "b.yaml", name: "five", input: {}, expect: { ...always, law: "old" } },
    ]);
    expect(readGoldenFile(join(home, "tool"), "a.yaml").map(({ name }) => name)).toEqual(["one", "two"]);
    checkShared(home);
  });

  test("with only, nothing but the fields listed is compared, at every depth", () => {
    const expected = { only: true, expect: { a: { b: 1 }, list: [{ c: 2 }] } } as const;
    const result = { a: { b: 1, other: 5 }, list: [{ c: 2, other: 5 }], more: 1 };
    expect(compareGolden(expected, { ok: true, result })).toEqual([]);
    expect(compareGolden(expected, { ok: true, result: { ...result, a: { b: 2 } } })).toEqual([
      { path: "a.b", expected: 1, got: 2 },
    ]);
    expect(compareGolden(expected, { ok: true, result: { ...result, list: [] } })).toHaveLength(1);
    expect(compareGolden({ expect: expected.expect }, { ok: true, result })).toHaveLength(3);
  });
});

describe("the bank as JSON lines", () => {
  const bank = (...lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const head = { origin: "independent", source: "Another program", only: true };

  test("is read as a file of YAML is, with the head in its first line", () => {
    write({
      "tool/always.yaml": "law: old\n",
      "tool/a.yaml": `${HEAD}cases:\n${ONE}`,
      "tool/bank.jsonl": bank(
        { ...head, always: { flags: [], sizes: { a: 1, b: 2 } } },
        { name: "two", why: "w", input: { a: 2 }, expect: { sizes: { b: 3 } } },
        { name: "three", why: "w", input: {}, refused: ["/a"] },
      ),
    });
    expect(read().slice(1)).toEqual([
      {
        ...{ ...head, file: "bank.jsonl", name: "two", why: "w", input: { a: 2 } },
        expect: { flags: [], sizes: { a: 1, b: 3 } },
      },
      { ...head, file: "bank.jsonl", name: "three", why: "w", input: {}, refused: ["/a"] },
    ]);
  });

  test("a line that is like an earlier one expects the same, but for what it says itself", () => {
    const line = (name: string, more: object) => ({ name, why: "w", input: {}, ...more });
    const list = [{ law: "1(a)", met: true }, { law: "1(b)", met: true }, "c"];
    write({
      "tool/bank.jsonl": bank(
        head,
        line("one", { expect: { pue: 1, cost: { low: 1, high: 2 }, list, none: null } }),
        line("two", { like: "one", expect: { cost: { high: 3 }, list: { 1: { met: false }, 2: "d" } } }),
        line("three", { like: "two", expect: { list: ["e"], none: { 0: "a" }, more: true } }),
        line("four", { like: "one" }),
      ),
    });
    const [one, two, three, four] = read().map(({ expect: expected }) => expected);
    expect(two).toEqual({
      ...one,
      cost: { low: 1, high: 3 },
      list: [list[0], { law: "1(b)", met: false }, "d"],
    });
    expect(three).toEqual({ ...two, list: ["e"], none: { 0: "a" }, more: true });
    expect(four).toEqual(one);
    expect(read().some((each) => "like" in each)).toBe(false);
  });

  test("names an input to blame, whatever within it and beside it is to blame too", () => {
    const problem = (pointer: string) => ({ pointer, message: "Wrong." });
    const outcome = { ok: false, problems: [problem("/a/1"), problem("/b")] } as const;
    expect(compareGolden({ only: true, refused: ["/a"] }, outcome)).toEqual([]);
    expect(compareGolden({ only: true, refused: ["/c"] }, outcome)).toHaveLength(1);
    expect(compareGolden({ only: true, refused: ["/a/11"] }, outcome)).toHaveLength(1);
    expect(compareGolden({ refused: ["/a"] }, outcome)).not.toEqual([]);
  });

  test.each([
    [
      "a line that is no JSON",
      '{"origin": "hand"}\n{"name": one}\n',
      /^tool\/bank\.jsonl:2:10 .*not a line of JSON/,
    ],
    ["a line that is no object", '{"origin": "hand"}\n[1]\n', /^tool\/bank\.jsonl:2:1 .*one object/],
    [
      "an unknown key",
      bank(head, { name: "one", why: "w", input: 1, expects: {} }),
      /^tool\/bank\.jsonl:2:1 The key expects is not allowed here/m,
    ],
    ["no cases", bank(head), /^tool\/bank\.jsonl:1:1 cases must not be empty/],
    [
      "a name twice",
      bank(head, ...[1, 2].map((input) => ({ name: "one", why: "w", input, expect: {} }))),
      /^tool\/bank\.jsonl:3:1 There is a case one already, in tool\/bank\.jsonl:2\.$/,
    ],
    [
      "a line like one that comes later",
      bank(head, { name: "one", why: "w", input: 1, like: "two" }, { name: "two", why: "w", input: 1 }),
      /^tool\/bank\.jsonl:2:1 No earlier line has the name "two" and a result\.$/,
    ],
    ["an empty file", "", /^tool\/bank\.jsonl:1:1 /],
  ])("%s is told with its line", (_, text, message) => {
    write({ "tool/bank.jsonl": text });
    expect(read).toThrow(message);
  });
});

describe("mistakes", () => {
  const cases: readonly [string, Readonly<Record<string, string>>, string][] = [
    [
      "an unknown key of a file",
      { "tool/a.yaml": `${HEAD}case: 1\ncases:\n${ONE}` },
      "tool/a.yaml:3:1 The key case is not allowed here. (did you mean cases?)",
    ],
    [
      "an unknown key of a case",
      { "tool/a.yaml": `${HEAD}cases:\n  - {name: one, why: w, input: 1, expect: {}, expects: {}}\n` },
      "tool/a.yaml:4:47 The key expects is not allowed here. (did you mean expect?)",
    ],
    ["no cases", { "tool/a.yaml": `${HEAD}cases: []\n` }, "tool/a.yaml:3:1 cases must not be empty."],
    [
      "no input",
      { "tool/a.yaml": `${HEAD}cases:\n  - {name: one, why: w, expect: {}}\n` },
      "tool/a.yaml:4:25 cases lacks the key input.",
    ],
    [
      "no reason",
      { "tool/a.yaml": `${HEAD}cases:\n  - {name: one, why: " ", input: 1, expect: {}}\n` },
      'tool/a.yaml:4:17 why is not written as it must be: " ". (it must match \\S)',
    ],
    [
      "a result and a refusal",
      { "tool/a.yaml": `${HEAD}cases:\n  - {name: one, why: w, input: 1, expect: {}, refused: []}\n` },
      "tool/a.yaml:4:5 cases must match exactly one schema in oneOf.",
    ],
    [
      "only without a result",
      { "tool/a.yaml": `${HEAD}cases:\n  - {name: one, why: w, input: 1, refused: [], only: true}\n` },
      "tool/a.yaml:4:5 cases must have property expect when property only is present.",
    ],
    [
      "a name written otherwise",
      { "tool/a.yaml": `${HEAD}cases:\n  - {name: One case, why: w, input: 1, expect: {}}\n` },
      'tool/a.yaml:4:6 name is not written as it must be: "One case". (it must match ^[a-z0-9]+(-[a-z0-9]+)*$)',
    ],
    [
      "an origin that does not exist",
      { "tool/a.yaml": `origin: program\nsource: s\ncases:\n${ONE}` },
      'tool/a.yaml:1:1 origin must be one of published, hand, independent, not "program".',
    ],
    [
      "a key twice",
      { "tool/a.yaml": `${HEAD}cases:\n  - {name: one, why: w, input: 1, expect: {x: 1, x: 2}}\n` },
      "tool/a.yaml:4:50 This is not valid YAML: Map keys must be unique. (each name may occur only once; a new list entry begins with -)",
    ],
    [
      "a name twice in a file",
      { "tool/a.yaml": `${HEAD}cases:\n${ONE}${ONE}` },
      "tool/a.yaml:5:12 There is a case one already, in tool/a.yaml:4.",
    ],
    [
      "a name twice in a tool",
      { "tool/a.yaml": `${HEAD}cases:\n${ONE}`, "tool/b.yaml": `${HEAD}cases:\n${ONE}` },
      "tool/b.yaml:4:12 There is a case one already, in tool/a.yaml:4.",
    ],
    [
      "no origin",
      { "tool/a.yaml": `source: s\ncases:\n${ONE}` },
      "tool/a.yaml:3:12 The case one lacks origin, and so does its file.",
    ],
    [
      "no source",
      { "tool/a.yaml": `origin: hand\ncases:\n${ONE}` },
      "tool/a.yaml:3:12 The case one lacks source, and so does its file.",
    ],
    [
      "published figures of a case by hand",
      {
        "tool/a.yaml": `${HEAD}cases:\n  - name: one\n    why: w\n    published: {x: {value: 1, within: 0}}\n    input: 1\n    expect: {x: 1}\n`,
      },
      "tool/a.yaml:6:5 Published figures need the origin published.",
    ],
    [
      "an always of the file that no case takes",
      { "tool/a.yaml": `${HEAD}always: {x: 0}\ncases:\n${ONE}` },
      "tool/a.yaml:3:10 No case takes x from always. (leave it out)",
    ],
    [
      "an always of the tool that no case takes",
      { "tool/always.yaml": "x: 0\n", "tool/a.yaml": `${HEAD}cases:\n${ONE}` },
      "tool/always.yaml:1:1 No case takes x from always. (leave it out)",
    ],
    [
      "a result that repeats always",
      {
        "tool/a.yaml": `${HEAD}always: {x: 1}\ncases:\n${ONE}  - {name: two, why: w, input: 1, expect: {}}\n`,
      },
      "tool/a.yaml:5:49 x repeats what always gives. (leave it out)",
    ],
    [
      "a file that repeats the tool's always",
      { "tool/always.yaml": "y: [1]\n", "tool/a.yaml": `${HEAD}always: {y: [1]}\ncases:\n${ONE}` },
      "tool/a.yaml:3:10 y repeats what always gives. (leave it out)",
    ],
    [
      "a shared text that does not exist",
      {
        "always.yaml": "notice: N.\n",
        "tool/always.yaml": "d: {shared: notise}\n",
        "tool/a.yaml": `${HEAD}cases:\n${ONE}`,
      },
      "tool/always.yaml:1:4 There is no shared text notise. (did you mean notice?)",
    ],
    [
      "a shared text with more beside it",
      {
        "always.yaml": "notice: N.\n",
        "tool/always.yaml": "d: {shared: notice, then: x}\n",
        "tool/a.yaml": `${HEAD}cases:\n${ONE}`,
      },
      "tool/always.yaml:1:4 d must be {shared: name} or {shared: name, and: text}.",
    ],
  ];
  test.each(cases)("%s", (_, files, message) => {
    write(files);
    let said = "";
    try {
      read();
    } catch (error) {
      said = error instanceof Error ? error.message : "";
    }
    expect(said.split("\n")).toContain(message);
  });

  test("a shared text that is none, and one that nobody shares", () => {
    write({ "always.yaml": "notice: 1\n", "tool/always.yaml": "d: {shared: notice}\n" });
    expect(() => checkShared(home)).toThrow(/always\.yaml:1:1 notice must be a text\.$/);
    write({ "always.yaml": "notice: N.\nother: O.\n" });
    expect(() => checkShared(home)).toThrow(
      /always\.yaml:2:1 No tool shares the text other\. \(leave it out, or write \{shared: other\} in the always\.yaml of a tool\)$/,
    );
  });
});
