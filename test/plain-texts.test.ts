// Which tools give texts that need no look before they are written as JSON: a wrong yes would let a caller write our answers.
import { describe, expect, test } from "vitest";
import { randomInputs } from "../src/authoring/random-inputs.js";
import { freeTexts, holdsPlainTexts } from "../src/engine/plain-texts.js";
import { goldenTools } from "../src/golden.js";
import { sharedSet } from "./running.js";

/** Tells of an input whether all texts of its result can stand as they are. */
function plainFor(...given: Parameters<typeof freeTexts>) {
  const free = freeTexts(...given);
  if (free === undefined) return undefined;
  return (input: Readonly<Record<string, unknown>>) => free.every((name) => holdsPlainTexts(input[name]));
}

const program = (source = "", constants: [string, unknown][] = []) => ({
  source,
  constants: new Map(constants),
});
const object = (property: object) => ({
  type: "object",
  additionalProperties: false,
  properties: { of: property },
});
const CLOSED = object({ type: "number" });

describe("texts of the definition", () => {
  test.each([
    ["words and signs", 'return "≤ 5 m² – it\'s £ fine" + x;', true],
    ["a quotation mark", 'return "say \\"no\\"";', false],
    ["a backslash", 'return "a\\\\b";', false],
    ["a line break", 'return "a\\nb";', false],
    ["half a character", 'return "\ud800";', false],
    ["a character of two halves", 'return "😀";', false],
    ["another way of quoting", "return 'a';", false],
    ["a template", "return `a`;", false],
  ])("%s", (_, source, plain) => {
    expect(plainFor(program(source), CLOSED)?.({}) ?? false).toBe(plain);
  });

  test.each([
    ["rows", [{ name: "a", size: 1 }], true],
    ["a row with a quotation mark", [{ name: 'a"b' }], false],
    ["an index", new Map([["a", { out: ["b"], limits: [[1]] }]]), true],
    ["a key of an index", new Map([["a\\", 1]]), false],
    ["a deep cell", new Map([["a", new Map([["b", { out: ["\u0007"] }]])]]), false],
    ["a pattern", /"/gu, true],
    ["a column", new Float64Array(3), true],
  ])("%s", (_, constant, plain) => {
    expect(plainFor(program("", [["Y_0", constant]]), CLOSED)?.({}) ?? false).toBe(plain);
  });

  test("what is said of wrong inputs is in no result", () => {
    const offences = 'function offences(s) { const found = [];\nfound.push("no \\"x\\"");\nreturn found; }\n';
    const result = (text: string) => `function result(s) { return {\na: ${text}\n}; }`;
    expect(plainFor(program(offences + result('"a"')), CLOSED)).toBeDefined();
    expect(plainFor(program(offences + result('"\\""')), CLOSED)).toBeUndefined();
    expect(plainFor(program(`${offences}function v1(s) { return "\\""; }`), CLOSED)).toBeUndefined();
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
    const plain = [...sharedSet().tools.values()].filter((tool) => tool.data.freeTexts !== null);
    expect(plain.length).toBeGreaterThan(20);
    expect(plain.length).toBeLessThan(sharedSet().tools.size);
  });

  test.each([...goldenTools(sharedSet())])("%s", (name, tool) => {
    const valid = (input: unknown) => tool.validate(input).length === 0;
    const inputs = randomInputs({ schema: tool.inputSchema, valid, count: 60, seed: name });
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
    const tools = goldenTools(sharedSet());
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
