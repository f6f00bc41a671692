// Notes of inputs, and sections in separate files: both evaluators, order of lists, served schema.
import { describe, expect, test } from "vitest";
import { readSchemas, sha256 } from "../../src/definitions/folder.js";
import { formatFinding } from "../../src/engine/language/findings.js";
import { loadDefinitions } from "../../src/lint/load.js";

const COMMON = `edition: 2026-11-01
disclaimer: None.
ignored: "{input} was ignored: it applies to {to} only."
fields: {flags: Flags.}
`;
const SOURCES =
  "handbook: {title: Handbook, reference: 1st edition, evidence: standard, review_by: 2027-11-01}\n";

const TOOL = `name: hall
title: A hall
description: A hall.
category: test
version: 1.0.0
edition: 2026-11-01
standard_reference: None
cite: handbook 1
inputs:
  material: {choices: [timber, steel], description: Material.}
  span_m: {above: 0, at_most: 40, description: Span.}
  moisture:
    choices: [dry, wet]
    assumed: dry
    applies: {when: is_timber, to: timber}
    description: Moisture.
    assumption: "Moisture not given: {moisture} was taken."
  paint:
    choices: [white, grey]
    optional: true
    applies:
      when: not is_timber
      to: steel
      flag: paint_without_effect
      say: "Paint does nothing for {material}."
    description: Paint.
  spacing_m:
    above: 0
    at_most: 10
    assumed: 3
    description: Spacing.
    assumption: "Spacing of {spacing_m} m was taken."
conditions:
  is_timber: material == "timber"
values:
  part:
    values:
      area_m2: span_m * spacing_m
      length: {formula: span_m / 2, unit: m}
flags:
  - {code: long, when: span_m > 20, at: "2", say: The span is long.}
  - input: paint
  - {code: wide, when: spacing_m > 5, at: "3", say: The spacing is wide.}
assumptions:
  - {when: is_timber, say: Timber of any kind.}
  - input: moisture
recommendations:
  - {when: moisture == "wet" and is_timber, say: Dry it.}
  - {when: given(paint) and not is_timber, say: "Paint it {paint}."}
  - Go on.
results:
  part:
    description: Part
    fields_of: part
    fields:
      area_m2: {description: Area}
      length: {description: Half of the span, unit: m}
`;

function load(files: Readonly<Record<string, string>>) {
  const texts = { "common.yaml": COMMON, "sources.yaml": SOURCES, ...files };
  const all = Object.entries(texts).map(([path, text]) => ({ path, text, sha256: sha256(text) }));
  const { set, findings } = loadDefinitions(all, readSchemas());
  return { tool: set?.tools.get("hall"), set, findings: findings.map(formatFinding) };
}

describe("what inputs say of themselves", () => {
  const { tool, findings } = load({ "tools/hall.yaml": TOOL });
  const both = (input: Record<string, unknown>) => {
    const compiled = tool?.run(input);
    expect(JSON.stringify(tool?.interpret(input))).toBe(JSON.stringify(compiled));
    return compiled?.ok === true ? compiled.result : {};
  };

  test("is read without a finding", () => {
    expect(findings).toEqual([]);
  });

  test("an input that is sent and does not apply raises its flag, in its place", () => {
    expect(both({ material: "steel", span_m: 30, moisture: "wet", spacing_m: 6 })).toMatchObject({
      flags: ["long", "wide", "moisture_ignored"],
      warnings: [
        "The span is long.",
        "The spacing is wide.",
        "moisture was ignored: it applies to timber only.",
      ],
      recommendations: ["Go on."],
    });
    expect(both({ material: "timber", span_m: 30, paint: "white", spacing_m: 6 })).toMatchObject({
      flags: ["long", "paint_without_effect", "wide"],
      warnings: ["The span is long.", "Paint does nothing for timber.", "The spacing is wide."],
    });
  });

  test("an input that is left out is told where it applies, in the order of the inputs unless stated", () => {
    expect(both({ material: "timber", span_m: 4 })).toMatchObject({
      flags: [],
      assumptions: ["Spacing of 3 m was taken.", "Timber of any kind.", "Moisture not given: dry was taken."],
      part: { area_m2: 12, length: 2 },
    });
    expect(both({ material: "steel", span_m: 4, spacing_m: 3 })).toMatchObject({ assumptions: [] });
  });

  test("the compiled tool lists inputs that do not apply, and the input that each assumption replaces", () => {
    const notes = (input: Record<string, unknown>) => {
      const { inapplicable, replaced } = tool?.inputNotes(input) ?? { inapplicable: [], replaced: new Map() };
      return [inapplicable, Object.fromEntries(replaced)];
    };
    expect(notes({ material: "timber", span_m: 4 })).toEqual([
      ["paint"],
      { "Moisture not given: dry was taken.": "moisture", "Spacing of 3 m was taken.": "spacing_m" },
    ]);
    // Sent inputs are treated alike.
    expect(notes({ material: "steel", span_m: 4, spacing_m: 3, moisture: "wet" })).toEqual([
      ["moisture"],
      {},
    ]);
  });

  test("the served schema says to what an input applies", () => {
    const { properties = {} } = (tool?.inputSchema ?? {}) as { properties?: Record<string, object> };
    expect(properties.moisture).toMatchObject({ assumed: "dry", "x-applies": "Only for timber." });
    expect(properties.spacing_m).not.toHaveProperty("assumption");
  });
});

test("an assumption that a rule states leads to the input that is not given", () => {
  const rules = `assumptions:
  - {when: is_timber, say: Timber of any kind.}
  - when: not given(width_m)
    rules:
      - {when: is_timber, say: Planks as wide as usual.}
      - {when: not is_timber and not given(depth_m), say: A square of steel.}
      - {when: not is_timber and given(depth_m), say: "As wide as deep: {depth_m} m."}
recommendations`;
  const text = TOOL.replace(/assumptions:[\s\S]*?recommendations/, rules)
    .replace("  paint:", "  width_m: {above: 0, at_most: 9, optional: true, description: Width.}\n  paint:")
    .replace("  paint:", "  depth_m: {above: 0, at_most: 9, optional: true, description: Depth.}\n  paint:")
    .replace("  - Go on.", '  - {when: given(width_m), say: "{width_m} m."}\n  - Go on.');
  const { tool, findings } = load({ "tools/hall.yaml": text });
  expect(findings).toEqual([]);
  const replaced = (input: object) => [
    ...(tool?.inputNotes({ span_m: 4, spacing_m: 1, moisture: "dry", ...input }).replaced ?? []),
  ];
  expect(replaced({ material: "timber" })).toEqual([["Planks as wide as usual.", "width_m"]]);
  expect(replaced({ material: "steel" })).toEqual([["A square of steel.", "width_m"]]);
  expect(replaced({ material: "steel", depth_m: 2 })).toEqual([["As wide as deep: 2 m.", "width_m"]]);
  expect(replaced({ material: "steel", width_m: 2 })).toEqual([]);
});

describe("sections beside a tool", () => {
  const example = "examples:\n  - {title: A hall of timber, input: {material: timber, span_m: 4}}\n";

  test("are found by their place, and are files of the tool", () => {
    const { tool, findings } = load({ "tools/hall.yaml": TOOL, "tools/hall/examples.yaml": example });
    expect(findings).toEqual([]);
    expect(tool?.facts.examples.map(({ title }) => title)).toEqual(["A hall of timber"]);
    expect(tool?.facts.files.map(([path]) => path)).toEqual(["tools/hall.yaml", "tools/hall/examples.yaml"]);
  });

  test("a mistake in one is told in its own file", () => {
    const wrong = example.replace("span_m: 4", "span_m: 400");
    expect(load({ "tools/hall.yaml": TOOL, "tools/hall/examples.yaml": wrong }).findings).toEqual([
      "tools/hall/examples.yaml:2:65 The tool refuses this example: span_m must be at most 40, not 400. (correct the input)",
    ]);
    const broken = load({ "tools/hall.yaml": TOOL, "tools/hall/examples.yaml": "examples: [\n" });
    expect(broken.set).toBeUndefined();
    expect(broken.findings.every((each) => each.startsWith("tools/hall/examples.yaml:"))).toBe(true);
  });

  test("one that holds another section, stands twice or stands beside nothing is refused", () => {
    expect(load({ "tools/hall.yaml": TOOL, "tools/hall/words.yaml": example }).findings).toContain(
      "tools/hall/words.yaml:1:1 The file is called words.yaml and contains examples. (give both one name)",
    );
    expect(
      load({ "tools/hall.yaml": TOOL + example, "tools/hall/examples.yaml": example }).findings,
    ).toContain("tools/hall/examples.yaml:1:1 The tool's own file has examples too.");
    expect(load({ "tools/hall.yaml": TOOL, "tools/gone/examples.yaml": example }).findings).toEqual([
      "tools/gone/examples.yaml:1:1 There is no tool for this file.",
    ]);
  });
});
