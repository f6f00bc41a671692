// Shares of cited numbers: counted by hand for a small tool, and complete for the project's tools.

import { expect, test } from "vitest";
import { readSchemas } from "../../src/definitions/folder.js";
import { formatFinding } from "../../src/engine/language/findings.js";
import { loadDefinitions } from "../../src/lint/load.js";
import { type CitationShare, NUMBER_KINDS } from "../../src/lint/shares.js";
import { ownLoaded } from "../helpers/own-definitions.js";

const SOURCES = `act: {title: Act, evidence: law, review_by: 2027-11-01}
guess: {title: Guess, evidence: judgement, review_by: 2027-11-01}
`;

/**
 * Counted numbers: 3 and 4 (cells, without .inf, null and text), 7 and 9 (constants), 1.5 (formula), 30 (condition),
 * 5 (given).
 */
const tool = (cite: string) => `name: small
title: A small tool
description: A tool whose numbers are counted by hand.
category: test
version: 1.0.0
edition: 2026-11-01
standard_reference: None
inputs:
  power_kw: {above: 0, at_most: 100, assumed: 12, description: Power.}
tables:
  rates:
    cite: [act s. 1, guess]
    keys: {up_to_kw: at_most}
    columns: {up_to_kw: kW, word: text, rate: "1"}
    rows:
      - {up_to_kw: 3, word: low, rate: 4}
      - {up_to_kw: .inf, word: high, rate: null, cite: act s. 2}
values:
  seven: {constant: 7, cite: {source: act, at: s. 3, evidence: unverified}}
  nine: {constant: 9${cite}}
  scaled_kw: {formula: power_kw^2 / power_kw * 1.5 * 2, cite: guess}
  level:
    cite: act s. 4
    decide:
      - {when: power_kw > 30, give: 5}
    otherwise: 0
recommendations: [Go on.]
results:
  rate: {value: = rates(power_kw).word, description: Word}
  scaled_kw: {description: Scaled}
  level: {description: Level}
  sum: {value: = seven + nine + level, description: Sum}
`;

function load(cite: string): { share: CitationShare | undefined; checks: string[]; served: boolean } {
  const texts = {
    "common.yaml": "edition: 2026-11-01\ndisclaimer: None.\nfields: {flags: Flags.}\n",
    "sources.yaml": SOURCES,
    "tools/small.yaml": tool(cite),
  };
  const files = Object.entries(texts).map(([path, text]) => ({ path, text, sha256: "" }));
  const { citations, findings, set } = loadDefinitions(files, readSchemas());
  return { share: citations[0], checks: findings.map(({ check }) => check), served: set !== undefined };
}

test("numbers are counted by where they stand and by the weakest source that they rest on", () => {
  const { share, checks } = load(", cite: act s. 5");
  expect(checks).toEqual([]);
  expect(share).toMatchObject({ tool: "small", numbers: 7, cited: 7 });
  expect(share?.evidence).toEqual({ law: 3, judgement: 3, unverified: 1 });
  const counts = NUMBER_KINDS.map((kind) => share?.kinds[kind].numbers);
  expect(counts).toEqual([2, 2, 1, 1, 1]);
  expect(share?.kinds.cells.evidence).toEqual({ judgement: 2 });
});

test("one number without a source: the share says so, and the set is not served", () => {
  const { share, checks, served } = load("");
  expect(share).toMatchObject({ numbers: 7, cited: 6 });
  expect(checks).toEqual(["uncited"]);
  expect(served).toBe(false);
});

test("the project's own set has neither an error nor a remark", () => {
  expect(ownLoaded().findings.map(formatFinding)).toEqual([]);
});

test("every number of the project's own tools has a source", () => {
  const { citations, set } = ownLoaded();
  expect(citations.map(({ tool: name }) => name).sort()).toEqual(
    [...(set?.tools.keys() ?? []), ...(set?.legacy.keys() ?? [])].sort(),
  );
  for (const { tool: name, numbers, cited } of citations) expect(cited, name).toBe(numbers);
});
