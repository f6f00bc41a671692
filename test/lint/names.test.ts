// The index of names: meanings of names in formulas, also if several things share a name.
import { describe, expect, test } from "vitest";
import { readSchemas, sha256 } from "../../src/definitions/folder.js";
import { type Occurrence, occurrencesOf } from "../../src/editor/occurrences.js";
import { loadDefinitions } from "../../src/lint/load.js";
import { NameIndex } from "../../src/lint/names.js";

const TOOL = `name: small
title: Small
description: Small.
category: test
version: 1.0.0
edition: 2026-11-01
standard_reference: None
cite: h 1
inputs:
  extent: {title: Floor area, unit: "1", at_least: 0, at_most: 10, description: Area.}
tables:
  rates:
    keys: {size: at_most}
    columns: {size: number, score: number}
    rows:
      - {size: 5, score: 1}
      - {size: .inf, score: 2}
calculations:
  twice:
    given: {amount: "1"}
    values:
      score: amount * 2
values:
  first: {values: {score: extent / 2}}
  second: {calculate: twice, with: {amount: = extent}}
  third: rates(extent)
  best:
    formula: >-
      max(first.score,
      second.score, third + third,
      if(extent > 5, 1, 0))
    cite: h 1
recommendations: ["Best is {best}, with {first.score} and {second.score}; score is no name."]
results:
  best: {description: Best}
`;

const { typed, findings } = loadDefinitions(
  [
    ["common.yaml", "edition: 2026-11-01\ndisclaimer: None.\nfields: {}\n"],
    ["sources.yaml", "h: {title: H, evidence: law, review_by: 2027-11-01}\n"],
    ["tools/small.yaml", TOOL],
  ].map(([path = "", text = ""]) => ({ path, text, sha256: sha256(text) })),
  readSchemas(),
  new Set(["uncited", "unused", "citation"]),
);
const [tool] = typed;
if (tool === undefined || findings.some(({ severity }) => severity === "error"))
  throw new Error(JSON.stringify(findings));

const lines = TOOL.split("\n");
/** Returns "line word" of every mention of the thing defined in a line. */
function usesOf(name: string, defined: string): string[] {
  const line = lines.findIndex((text) => text.includes(defined)) + 1;
  return occurrencesOf(tool as NonNullable<typeof tool>)
    .filter(({ thing }: Occurrence) => thing.name === name && thing.location.line === line)
    .map(({ location }) => (lines[location.line - 1] ?? "").slice(location.column - 1))
    .map((rest) => rest.slice(0, 12))
    .sort();
}

describe("the index of names", () => {
  test("tells fields of one name apart, in a formula of several lines and in a text", () => {
    expect(usesOf("score", "first: {values: {score")).toEqual(["score,", "score: exten", "score} and {"]);
    expect(usesOf("score", "      score: amount")).toEqual(["score, third", "score: amoun", "score}; scor"]);
    expect(usesOf("first", "first: {values")).toEqual(["first.score,", "first.score}", "first: {valu"]);
  });

  test("knows a calculation where a value runs it, and an input in an if", () => {
    expect(usesOf("twice", "  twice:")).toEqual(["twice, with:", "twice:"]);
    expect(usesOf("extent", "  extent:")).toEqual([
      "extent / 2}}",
      "extent > 5, ",
      "extent)",
      "extent: {tit",
      "extent}}",
    ]);
  });

  test("says of each definition what it is, once", () => {
    const all = new NameIndex(tool.plan).all();
    const best = all.filter(({ name }) => name === "best");
    expect(best).toMatchObject([{ kind: "value", type: "a number", location: { line: 27 } }]);
    expect(all.find(({ name }) => name === "extent")).toMatchObject({
      kind: "input",
      title: "Floor area",
      unit: "1",
    });
    expect(
      all
        .filter(({ name }) => name === "score")
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(["column", "value", "value"]);
  });
});
