// Titles, units and words of fields in records, lists and maps.
import { expect, test } from "vitest";
import {
  choiceOf,
  choiceText,
  fieldAt,
  fieldWords,
  schemaOf,
  worded,
} from "../../src/wording/field-words.js";

const SCHEMA = {
  type: "object",
  properties: {
    span_m: { type: "number", title: "Span", unit: "m", symbol: "L", description: "Clear span." },
    share: { type: "number", unit: "1" },
    rows: {
      type: "array",
      title: "Rows",
      items: {
        type: "object",
        properties: {
          use: {
            type: "string",
            title: "Use",
            choices: { ss: { title: "Simple", description: "Two supports" } },
          },
        },
      },
    },
    by_fuel: {
      type: "object",
      choices: { gas: "Natural gas" },
      additionalProperties: { type: "number", unit: "kWh" },
    },
  },
};

test("a field has its own title, unit, symbol and meaning", () => {
  expect(fieldAt(SCHEMA, "span_m")).toEqual({
    title: "Span",
    unit: "m",
    symbol: "L",
    description: "Clear span.",
    schema: SCHEMA.properties.span_m,
    titles: ["Span"],
  });
});

test("a plain number has no unit; what has no title is called by its name without the unit in it", () => {
  expect(fieldAt(SCHEMA, "share").unit).toBeUndefined();
  expect(fieldWords(undefined, "heat_demand_kwh")).toMatchObject({ title: "Heat demand", unit: "kWh" });
  expect(fieldWords({ type: "string" }, "valid_for_days").unit).toBeUndefined();
});

test("paths lead through lists and maps, and an entry is called as its key is", () => {
  for (const path of ["rows[].use", "rows.use"])
    expect(fieldAt(SCHEMA, path).titles).toEqual(["Rows", "Use"]);
  expect(fieldAt(SCHEMA, "by_fuel.gas")).toMatchObject({ title: "Natural gas", unit: "kWh" });
  expect(fieldAt(SCHEMA, "by_fuel.*")).toMatchObject({ unit: "kWh", titles: ["By fuel"] });
  expect(schemaOf(SCHEMA.properties.rows, 2)).toBe(SCHEMA.properties.rows.items);
  expect(fieldAt(SCHEMA, "nothing.here")).toMatchObject({ title: "Here", schema: {} });
});

test("words are those of the field's choices", () => {
  const { schema } = fieldAt(SCHEMA, "rows[].use");
  expect(worded("ss", schema)).toBe("Simple");
  expect(worded(["ss", "other"], { items: schema })).toEqual(["Simple", "other"]);
  expect(worded(true, undefined)).toBe("yes");
  expect(worded(12, schema)).toBe(12);
  expect(choiceOf(schema, "other")).toBeUndefined();
  expect(choiceText(schema, "ss")).toBe("Simple: Two supports");
  expect(choiceText(schema, "other")).toBe("");
});
