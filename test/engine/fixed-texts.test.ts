// Constants in braces of titles, descriptions, choices and cells are filled in.
import { expect, test } from "vitest";
import { readSchemas, sha256 } from "../../src/definitions/folder.js";
import { occurrencesOf } from "../../src/editor/occurrences.js";
import { formatFinding } from "../../src/engine/language/findings.js";
import { loadDefinitions } from "../../src/lint/load.js";

const TOOL = `name: small
title: Caps of {cap_gbp:,0} GBP
description: As at {long_date(edition)}.
category: test
version: 1.0.0
edition: 2026-11-01
standard_reference: None
cite: h 1
parts: [caps]
inputs:
  cost_gbp: {title: "Cost, up to {most_gbp:,0} GBP", at_least: 0, at_most: 5000, description: "A {cap_gbp:,2} GBP cap."}
  kind:
    choices:
      small: "Small, {in_words(years)} years"
      large: {title: Large, description: "From {began}"}
    description: Kind.
conditions:
  dear: cost_gbp > cap_gbp
values:
  excess_gbp: {title: "Above {cap_gbp} GBP", formula: cost_gbp - cap_gbp}
  cap_gbp: {constant: 3600, cite: h 2}
  years: {constant: 8, unit: "1", cite: h 3}
  began: {constant: "2018-04-01", cite: h 4}
recommendations:
  - "{rules(kind)} {if(cost_gbp > most_gbp, long_date(began), began)}"
results:
  excess_gbp: {description: Excess}
  dear: {description: "Dear since {long_date(began)}, in years {years:1}"}
`;
const PART = `part: caps
cite: h 5
values:
  most_gbp: {constant: 4000}
tables:
  rules:
    keys: {kind: equal}
    columns: {kind: text, rule: text}
    rows:
      - {kind: small, rule: "Caps of {cap_gbp:,0} and {most_gbp:,0} GBP, and {5000} GBP;"}
      - {kind: large, rule: "In {in_words(years)} years, since {long_date(began)};"}
`;

const texts: Readonly<Record<string, string>> = {
  "common.yaml": "edition: 2026-11-01\ndisclaimer: None.\nfields: {}\n",
  "sources.yaml": "h: {title: H, evidence: law, review_by: 2027-11-01}\n",
  "tools/small.yaml": TOOL,
  "parts/caps.yaml": PART,
};
const { set, typed, findings } = loadDefinitions(
  Object.entries(texts).map(([path, text]) => ({ path, text, sha256: sha256(text) })),
  readSchemas(),
);
const tool = set?.tools.get("small");
if (tool === undefined) throw new Error(findings.map(formatFinding).join("\n"));

test("callers are shown the number, not the name", () => {
  expect(tool.facts.title).toBe("Caps of 3,600 GBP");
  expect(tool.facts.description).toBe("As at 1 November 2026.");
  expect(tool.inputSchema.properties).toMatchObject({
    cost_gbp: { title: "Cost, up to 4,000 GBP", description: "A 3,600.00 GBP cap." },
    kind: {
      choices: { small: "Small, eight years", large: { title: "Large", description: "From 2018-04-01" } },
    },
  });
  const [, dear] = tool.plan.def.results;
  expect(dear?.description).toBe("Dear since 1 April 2018, in years 8.0");
  expect(tool.plan.def.values.find(({ name }) => name === "excess_gbp")?.title).toBe("Above 3600 GBP");
});

test.each([
  [{ cost_gbp: 4500, kind: "small" }, "Caps of 3,600 and 4,000 GBP, and 5000 GBP; 1 April 2018"],
  [{ cost_gbp: 100, kind: "large" }, "In eight years, since 1 April 2018; 2018-04-01"],
])("cells that hold constants of the tool and of their part, by both evaluators: %j", (input, said) => {
  for (const answer of [tool.run(input), tool.interpret(input)])
    expect(answer).toMatchObject({ result: { recommendations: [said] } });
});

test("a name in them is a use of the constant, for who renames it", () => {
  const [found] = typed;
  if (found === undefined) throw new Error("not typed");
  const places = occurrencesOf(found)
    .filter(({ thing }) => thing.name === "cap_gbp")
    .map(({ location }) => {
      const line = (texts[location.file] ?? "").split("\n")[location.line - 1] ?? "";
      return `${location.file} ${line.slice(location.column - 1, location.column + 6)}`;
    });
  expect(places.filter((place) => place === "tools/small.yaml cap_gbp")).toHaveLength(6);
  expect(places.filter((place) => place === "parts/caps.yaml cap_gbp")).toHaveLength(1);
});
