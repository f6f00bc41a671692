// Bounds of date inputs: errors, served schema, and random inputs.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RuntimeTool } from "../../src/engine/run/tool.js";
import { asOpenapi } from "../../src/server/openapi/tools.js";
import { boundsOf, fieldAt } from "../../src/wording/field-words.js";
import { inputArbitrary } from "../../src/workbench/arbitraries.js";
import { turningValues } from "../../src/workbench/promises/values.js";
import { toolOf } from "../helpers/one-tool.js";

const tool = toolOf(
  "small",
  `  day: {type: date, at_least: 2000-01-01, at_most: 2000-12-31, optional: true, description: Day.}
  start: {type: date, at_least: 1950-06-01, optional: true, description: Start.}
  finish: {type: date, at_most: 1990-06-30, optional: true, description: End.}
  size_m: {at_least: 0, at_most: 9, assumed: 1, description: Size.}
  visits:
    items: {fields: {on: {type: date, at_least: 2020-01-01, at_most: 2020-12-31, optional: true}}}
    at_most: 3
    optional: true
    description: Visits.
recommendations: [Go on.]
values:
  last: {text: "{day} {start} {finish} {size_m} {count(visits ?? [])}"}
results:
  last: {description: Days}
`,
);

const problemsOf = (input: object): [string, string][] => {
  const outcome = (tool as RuntimeTool).run(input);
  return outcome.ok ? [] : outcome.problems.map(({ pointer, message }) => [pointer, message]);
};

describe("a date beyond its bounds is refused", () => {
  test.each([
    [{ day: "1999-12-31" }, "day (1999-12-31) must lie between 2000-01-01 and 2000-12-31."],
    [{ day: "2001-01-01" }, "day (2001-01-01) must lie between 2000-01-01 and 2000-12-31."],
    [{ day: "0050-06-15" }, "day (0050-06-15) must lie between 2000-01-01 and 2000-12-31."],
    [{ start: "1950-05-31" }, 'start must be 1950-06-01 or later, not "1950-05-31".'],
    [{ finish: "1990-07-01" }, 'finish must be 1990-06-30 or earlier, not "1990-07-01".'],
    [
      { visits: [{ on: "2021-01-01" }] },
      "visits.0.on (2021-01-01) must lie between 2020-01-01 and 2020-12-31.",
    ],
    // Invalid dates have a separate message.
    [{ day: "2000-02-30" }, 'day must be a date such as 2026-11-01, not "2000-02-30".'],
    [{ day: "9999-99-99" }, 'day must be a date such as 2026-11-01, not "9999-99-99".'],
    [{ day: 20000101 }, "day must be a text, not 20000101."],
    [{ day: "9".repeat(1_000_000) }, "day must have at most 10 characters."],
  ])("%#", (input, message) => {
    expect(problemsOf(input).map(([, text]) => text)).toEqual([message]);
  });

  test("at the bounds it is taken", () => {
    for (const day of ["2000-01-01", "2000-12-31"]) expect(problemsOf({ day })).toEqual([]);
    expect(problemsOf({ start: "9999-12-31", finish: "0001-01-01" })).toEqual([]);
  });

  test("together with all other faults, in the order of their pointers", () => {
    expect(problemsOf({ start: "1900-01-01", size_m: 10, day: "1900-01-01" })).toEqual([
      ["/day", "day (1900-01-01) must lie between 2000-01-01 and 2000-12-31."],
      ["/size_m", "size_m must be at most 9, not 10."],
      ["/start", 'start must be 1950-06-01 or later, not "1900-01-01".'],
    ]);
  });

  test("by the second evaluator, too", () => {
    const input = { day: "1999-12-31", size_m: 10 };
    expect(tool.interpret(input)).toEqual(tool.run(input));
  });
});

test("the served schema states the bounds, and they are put in words", () => {
  const field = (name: string) => fieldAt(tool.inputSchema, name).schema;
  expect(field("day")).toMatchObject({
    format: "date",
    formatMinimum: "2000-01-01",
    formatMaximum: "2000-12-31",
  });
  expect(field("start")).not.toHaveProperty("formatMaximum");
  expect(fieldAt(asOpenapi(tool.inputSchema), "day").schema).toMatchObject({
    "x-formatMinimum": "2000-01-01",
    "x-formatMaximum": "2000-12-31",
  });
  expect(boundsOf(field("day"))).toEqual(["not before 2000-01-01", "not after 2000-12-31"]);
  expect(boundsOf(field("size_m"), (bound) => `${bound} m`)).toEqual(["at least 0 m", "at most 9 m"]);
});

test("random inputs keep to the bounds", () => {
  const drawn = { day: new Set(), start: new Set(), finish: new Set() };
  fc.assert(
    fc.property(inputArbitrary(tool.inputSchema), (input) => {
      expect(problemsOf(input)).toEqual([]);
      for (const [name, days] of Object.entries(drawn)) days.add(input[name]);
    }),
  );
  for (const days of Object.values(drawn)) expect(days.size).toBeGreaterThan(10);
});

test("days where something may turn lie within the bounds, which are among them", () => {
  const limits = { numbers: [], days: ["1999-06-01", "2000-06-15", "2000-12-31"] };
  expect(turningValues(fieldAt(tool.inputSchema, "day").schema, limits)).toEqual([
    ...["2000-01-01", "2000-01-02", "2000-06-14", "2000-06-15", "2000-06-16", "2000-12-30", "2000-12-31"],
  ]);
});
