// Definitions of the former language, rewritten: the same tool, with its comments and its order.
import { describe, expect, test } from "vitest";
import { readSchemas } from "../../src/definitions/folder.js";
import { upgraded } from "../../src/definitions/upgrade/upgrade.js";
import { formatFinding } from "../../src/engine/language/findings.js";
import { loadDefinitions } from "../../src/lint/load.js";

const FORMER = `# A tool of the former language.
name: old
title: An old tool
description: Every kind of input.
category: test
version: 1.0.0
edition: 2026-11-01
standard_reference: None
cite: handbook 1
inputs:
  type: object
  additionalProperties: false
  required: [load_kw, kind, rooms]      # what must be sent
  properties:
    # The load
    load_kw: {title: Load, type: number, exclusiveMinimum: 0, maximum: 100, description: Load.}   # at the meter
    kind:
      title: Kind
      type: string
      enum: [small, large]
      description: >-
        Kind of the thing, in two
        lines.
    gap_mm: {type: number, minimum: 0, maximum: 500, anyOf: [{const: 0}, {minimum: 10}], description: Gap.}
    hours: {type: number, minimum: 1, maximum: 24, unit: h, default: 8, description: Hours.}
    day: {type: string, format: date, maxLength: 10, description: Day.}
    name: {type: string, minLength: 2, maxLength: 20, label: only a name, description: Name.}
    rooms:
      type: array
      minItems: 1
      maxItems: 5
      uniqueItems: true
      items:
        type: object
        additionalProperties: false
        required: [width_m]
        properties:
          width_m: {type: number, minimum: 0, maximum: 9}
          depth_m: {type: number, minimum: 0, maximum: 50}
      description: Rooms.
    shares:
      type: object
      propertyNames: {enum: [a, b]}
      additionalProperties: {type: number, minimum: 0, maximum: 1}
      maxProperties: 2
      description: Shares.
values:
  total_kw:
    formula: load_kw + if(kind == "large", hours, 0) + (gap_mm ?? 0) + (shares.a ?? 0) + sum(rooms.width_m)
    unit: kW
    units: empirical
    because: a sum of everything
recommendations: ["Look at {name} on {day}.", "{count(rooms[given(depth_m)])}"]
results:
  total: {value: = total_kw, unit: kW, description: Total}
`;

const NOW = `# A tool of the former language.
name: old
title: An old tool
description: Every kind of input.
category: test
version: 1.0.0
edition: 2026-11-01
standard_reference: None
cite: handbook 1
inputs:
  # The load
  load_kw: {title: Load, above: 0, at_most: 100, description: Load.}   # at the meter
  kind:
    title: Kind
    choices: [small, large]
    description: >-
      Kind of the thing, in two
      lines.
  gap_mm: {at_least: 10, at_most: 500, or: 0, optional: true, description: Gap.}
  hours: {at_least: 1, at_most: 24, unit: h, assumed: 8, description: Hours.}
  day: {type: date, optional: true, description: Day.}
  name: {type: text, at_least: 2, at_most: 20, label: only a name, optional: true, description: Name.}
  rooms:
    at_least: 1
    at_most: 5
    unique: true
    items:
      fields:
        width_m: {at_least: 0, at_most: 9}
        depth_m: {at_least: 0, at_most: 50, optional: true}
    description: Rooms.
  shares:
    names: [a, b]
    items: {at_least: 0, at_most: 1}
    at_most: 2
    optional: true
    description: Shares.
values:
`;

const file = (path: string, text: string) => ({ path, text, sha256: "" });
const SET = [
  file("common.yaml", "edition: 2026-11-01\ndisclaimer: None.\nfields: {flags: Flags.}\n"),
  file(
    "sources.yaml",
    "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n",
  ),
];

describe("a set of the former language", () => {
  const texts = upgraded([...SET, file("tools/old.yaml", FORMER)]);
  const now = texts.get("tools/old.yaml") ?? "";

  test("names the command that moves it", () => {
    const { findings } = loadDefinitions([...SET, file("tools/old.yaml", FORMER)], readSchemas());
    expect(findings.map(formatFinding)).toContain(
      "tools/old.yaml:11:3 The inputs are a JSON Schema, as in the former language. (run plumbline upgrade)",
    );
  });

  test("is rewritten with its comments, its order and its line ends", () => {
    expect([...texts.keys()]).toEqual(["tools/old.yaml"]);
    expect(now.slice(0, NOW.length)).toBe(NOW);
    expect(now.slice(NOW.length)).toBe(FORMER.slice(FORMER.indexOf("values:\n") + "values:\n".length));
  });

  test("is not rewritten twice", () => {
    expect(upgraded([...SET, file("tools/old.yaml", now)]).size).toBe(0);
  });

  test("serves the schema that it was written as", () => {
    const { set, findings } = loadDefinitions([...SET, file("tools/old.yaml", now)], readSchemas());
    expect(findings.filter(({ severity }) => severity === "error").map(formatFinding)).toEqual([]);
    const schema = set?.tools.get("old")?.inputSchema as { properties: Record<string, object> };
    expect(schema).toMatchObject({ additionalProperties: false, required: ["load_kw", "kind", "rooms"] });
    expect(schema.properties.gap_mm).toMatchObject({
      minimum: 0,
      maximum: 500,
      anyOf: [{ const: 0 }, { minimum: 10 }],
    });
    expect(schema.properties.rooms).toMatchObject({
      type: "array",
      minItems: 1,
      uniqueItems: true,
      items: { type: "object", additionalProperties: false, required: ["width_m"] },
    });
    expect(schema.properties.day).toMatchObject({ type: "string", format: "date", maxLength: 10 });
    expect(schema.properties.shares).toMatchObject({ properties: { a: { maximum: 1 } }, maxProperties: 2 });
  });
});
