// Which tools give texts that need no look before they are written as JSON: a wrong yes would let a caller write our answers.
import { describe, expect, test } from "vitest";
import { goldenTools } from "../src/authoring/cases.js";
import { randomInputs } from "../src/authoring/random-inputs.js";
import { freeTexts } from "../src/engine/compile/free-texts.js";
import { holdsPlainTexts } from "../src/engine/run/plain-texts.js";
import { ownCases, ownSet } from "./definitions.js";
import { toolOf } from "./one-tool.js";

/** Tells of an input whether all texts of its result can stand as they are. */
function plainFor(...given: Parameters<typeof freeTexts>) {
  const free = freeTexts(...given);
  if (free === undefined) return undefined;
  return (input: Readonly<Record<string, unknown>>) => free.every((name) => holdsPlainTexts(input[name]));
}

const program = (...texts: string[]) => texts;
const object = (property: object) => ({
  type: "object",
  additionalProperties: false,
  properties: { of: property },
});
const CLOSED = object({ type: "number" });

describe("texts of the definition", () => {
  test.each([
    ["words and signs", "≤ 5 m² – it's £ fine", true],
    ["a quotation mark", 'say "no"', false],
    ["a backslash", "a\\b", false],
    ["a line break", "a\nb", false],
    ["half a character", "\ud800", false],
    ["a character of two halves", "😀", false],
  ])("%s", (_, text, plain) => {
    expect(plainFor(program("before", text), CLOSED)?.({}) ?? false).toBe(plain);
  });

  const QUOTED = `'= if(load_kn > 7, "a \\"b\\"", "other")'`;
  const tool = (of: Partial<Record<"cell" | "word" | "give" | "say" | "constraint", string>>) =>
    toolOf(
      "post",
      `  required: [load_kn]
  properties:
    load_kn: {type: number, minimum: 0, maximum: 1000, description: Load.}
    kind: {type: string, enum: [plain, 'odd "one"'], default: plain, description: Kind.}
tables:
  posts:
    cite: handbook Table 1
    keys: {post: equal}
    columns: {post: text, said: text}
    rows:
      - {post: plain, said: ${of.cell ?? "yes"}}
      - {post: 'odd "one"', said: no}
constraints:
  - {when: load_kn > 900, field: load_kn, say: ${of.constraint ?? "Too much."}}
values:
  said: {decide: [{when: load_kn > 5, give: ${of.give ?? "much"}}], otherwise: little}
  told: {text: ${of.say ?? '"{load_kn} kN"'}}
recommendations: [Go on.]
results:
  said: {value: = said, description: Said}
  word: {value: ${of.word ?? `'= if(load_kn > 7, "word", "other")'`}, description: Word}
  told: {value: = told, description: Text}
  cell: {value: = posts(kind), description: Cell}
`,
    );
  const hasOdd = (texts: readonly string[]) => texts.filter((text) => text.includes('"'));

  test("are those of rules, formulas, sentences and tables, and not what is said of wrong inputs", () => {
    const texts = (of: Parameters<typeof tool>[0]) => hasOdd(tool(of).data.texts);
    // The key of a row is a text of the table already.
    expect(texts({})).toEqual(['odd "one"']);
    expect(texts({ constraint: `'No "more".'` })).toEqual(['odd "one"']);
    expect(texts({ cell: `'a "b"'` })).toContain('a "b"');
    expect(texts({ give: `'a "b"'` })).toContain('a "b"');
    expect(texts({ say: `'say "{load_kn}"'` })).toEqual(expect.arrayContaining(['say "', '"']));
    expect(texts({ word: QUOTED })).toContain('a "b"');
  });
});

describe("texts of callers", () => {
  test.each([
    ["one of a list", { type: "string", enum: ["a", "b"], maxLength: 3 }, true],
    ["one of a list with a quotation mark", { type: "string", enum: ["a", '"'] }, false],
    ["a date", { type: "string", format: "date", maxLength: 10 }, true],
    ["another format", { type: "string", format: "uri" }, false],
    ["any text", { type: "string" }, false],
    ["a text by a pattern", { type: "string", pattern: "^[a-z]$" }, false],
    ["a text or a number", { type: ["number", "string"] }, false],
    ["a date or nothing", { type: ["string", "null"], format: "date" }, true],
    ["no type at all", {}, false],
    ["any of several", { anyOf: [{ type: "number" }] }, false],
    ["a list of texts", { type: "array", items: { type: "string" } }, false],
    ["a list of anything", { type: "array" }, false],
    ["a list of numbers", { type: "array", items: { type: "number" } }, true],
    ["an open object", { type: "object", properties: {} }, false],
    ["an object inside", object({ type: "boolean" }), true],
    ["an object with a text inside", object({ type: "string" }), false],
    ["a map with any names", { type: "object", additionalProperties: { type: "number" } }, false],
    [
      "a map with listed names",
      { type: "object", additionalProperties: { type: "number" }, propertyNames: { enum: ["a"] } },
      true,
    ],
    [
      "a map of texts",
      { type: "object", additionalProperties: { type: "string" }, propertyNames: { enum: ["a"] } },
      false,
    ],
  ])("%s", (_, property, plain) => {
    const fits = plainFor(program(), object(property));
    // Where the schema lets only plain texts through, nothing is looked at; else whatever a caller brings in is.
    for (const of of ['"', "\n", ["a", "\\"], { a: "\ud800" }, { '"': 1 }, { a: [{ b: "\u0000" }] }])
      expect(fits?.({ of }) ?? false).toBe(plain);
    for (const of of ["a", ["b c"], { a: "m²" }, 5, null, undefined])
      expect(fits === undefined || fits({ of })).toBe(true);
  });

  test("names that a caller chooses", () => {
    const open = { type: "object", additionalProperties: { type: "number" } };
    expect(plainFor(program(), open)).toBeUndefined();
    expect(plainFor(program(), { ...object({ type: "number" }), patternProperties: {} })).toBeUndefined();
  });
});

describe("random inputs are written as JSON.stringify writes them", () => {
  test("most tools give plain texts to callers who bring in no others, and some never do", () => {
    const plain = [...ownSet().tools.values()].filter((tool) => tool.data.freeTexts !== null);
    expect(plain.length).toBeGreaterThan(20);
    expect(plain.length).toBeLessThan(ownSet().tools.size);
  });

  test.each([...goldenTools(ownSet())])("%s", (name, tool) => {
    const valid = (input: unknown) => tool.validate(input).length === 0;
    const examples = tool.facts.examples.map(({ input }) => input);
    const random = randomInputs({ schema: tool.inputSchema, valid, count: 60, seed: name, examples });
    const inputs = [
      ...random,
      ...ownCases(name).flatMap((golden) => (golden.expect === undefined ? [] : [golden.input])),
    ];
    let compared = 0;
    for (const input of inputs) {
      const outcome = tool.run(input);
      if (!outcome.ok) continue;
      compared++;
      expect(tool.text(outcome.result, "")).toBe(JSON.stringify(outcome.result));
      expect(tool.text(outcome.result, "", input)).toBe(JSON.stringify(outcome.result));
    }
    expect(compared).toBeGreaterThan(5);
  });

  test("texts that a caller brings in are looked at in every call", () => {
    const awkward = ['a"b', "a\\", "\u0007", "\ud800", "😀", '","tier":"enterprise', "m²"];
    const tools = goldenTools(ownSet());
    let compared = 0;
    for (const tool of tools.values()) {
      const input = tool.facts.examples[0]?.input;
      const inputs = Object.entries(
        (tool.inputSchema.properties ?? {}) as Record<string, { type?: unknown }>,
      );
      for (const [field, { type }] of inputs)
        for (const text of type === "string" ? awkward : []) {
          const outcome = tool.run({ ...input, [field]: text });
          if (!outcome.ok) continue;
          compared++;
          expect(tool.text(outcome.result, "", { ...input, [field]: text })).toBe(
            JSON.stringify(outcome.result),
          );
        }
    }
    expect(compared).toBeGreaterThan(20);
  });
});
