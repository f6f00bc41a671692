// Results as text: byte for byte what JSON.stringify writes, for every golden case and for awkward texts.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { goldenTools } from "../src/authoring/cases.js";
import { startHere } from "../src/engine/compile/program.js";
import { serialiserText } from "../src/engine/compile/serialiser.js";
import { startSerialiser } from "../src/engine/run/serialise.js";
import { ownCases, ownSet } from "./definitions.js";

describe("every golden case is written as JSON.stringify writes it", () => {
  test.each([...goldenTools(ownSet())])("%s", (name, tool) => {
    let compared = 0;
    for (const { input } of ownCases(name)) {
      const outcome = tool.run(input);
      if (!outcome.ok) continue;
      compared++;
      expect(tool.text(outcome.result, "")).toBe(JSON.stringify(outcome.result));
      expect(tool.text(outcome.result, "", input)).toBe(JSON.stringify(outcome.result));
    }
    expect(compared).toBeGreaterThan(0);
  });
});

test("any values of every kind that a schema can have", () => {
  const text = { type: "string" };
  const schema = {
    type: "object",
    properties: {
      'a "quoted" name': text,
      number: { type: "number" },
      maybe: { type: ["number", "null"] },
      word: { type: ["string", "null"] },
      flag: { type: "boolean" },
      texts: { type: "array", items: text },
      rows: {
        type: ["array", "null"],
        items: { type: "object", properties: { a: { type: ["boolean", "null"] }, b: text } },
      },
      map: { type: "object", additionalProperties: { type: "number" } },
      inner: { type: ["object", "null"], properties: { deep: { type: "array", items: { type: "number" } } } },
      none: { type: "null" },
      nothing: { type: "object", properties: {} },
    },
  };
  const write = startSerialiser(startHere(serialiserText(schema, false)), []);
  // Among them lone halves of characters.
  const halves = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes));
  const strings = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), halves);
  const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
  const record = fc.record({
    'a "quoted" name': strings,
    number: numbers,
    maybe: fc.option(numbers),
    word: fc.option(strings),
    flag: fc.boolean(),
    texts: fc.array(strings),
    rows: fc.option(
      fc.array(fc.record({ a: fc.option(fc.boolean()), b: strings }, { noNullPrototype: true })),
    ),
    map: fc.dictionary(strings, numbers, { noNullPrototype: true }),
    inner: fc.option(fc.record({ deep: fc.array(numbers) }, { noNullPrototype: true })),
    none: fc.constant(null),
    nothing: fc.constant({}),
  });
  fc.assert(
    fc.property(record, (value) => {
      expect(write(value, "")).toBe(JSON.stringify(value));
      expect(JSON.parse(write(value, ',"tier":"x"'))).toMatchObject({ tier: "x" });
    }),
    { numRuns: 500, seed: 7 },
  );
});

test("texts that are known beforehand are written like all others", () => {
  const awkward = [
    "plain",
    'a "quoted" one',
    "line\nbreak",
    "back\\slash",
    "",
    "\ud800",
    "\u0007",
    "m\u00b2 \u2082 \u{1f600}",
  ];
  const schema = {
    type: "object",
    properties: {
      one: { type: "string" },
      all: { type: "array", items: { type: "string" } },
      map: { type: "object", additionalProperties: { type: "string" } },
    },
  };
  const write = startSerialiser(startHere(serialiserText(schema, false)), awkward);
  for (const one of [...awkward, "not known", 'not "known"']) {
    const result = { one, all: [...awkward, one], map: { [one]: one, plain: "plain" } };
    expect(write(result, "")).toBe(JSON.stringify(result));
  }
});

test("the texts of a tool are known beforehand", () => {
  const [tool] = goldenTools(ownSet()).values();
  const known = new Set(tool?.data.texts);
  const [{ input } = { input: undefined }] = ownCases(tool?.name ?? "");
  const outcome = tool?.run(input);
  expect(known).toContain(outcome?.ok === true ? outcome.result.disclaimer : undefined);
});
