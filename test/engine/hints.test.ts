// Misspelt words: other case is accepted, and suggestions are right or absent.
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { meantInput, meantWord } from "../../src/engine/run/hints.js";
import type { RuntimeTool } from "../../src/engine/run/tool.js";
import { isRecord } from "../../src/json/objects.js";
import { ownSet } from "../helpers/own-definitions.js";

interface Listed {
  readonly words: readonly string[];
  /** Builds an input with this word from an example. */
  readonly input: (word: string) => unknown;
}

/** Returns every list of words in an input's schema. */
function listsOf(schema: unknown, input: (inner: unknown) => unknown): Listed[] {
  if (!isRecord(schema)) return [];
  const own = Array.isArray(schema.enum) ? schema.enum.filter((word) => typeof word === "string") : [];
  const { properties, items, additionalProperties } = schema;
  return [
    ...(own.length > 0 ? [{ words: own, input }] : []),
    ...Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, inner]) =>
      listsOf(inner, (value) => input({ [name]: value })),
    ),
    ...(isRecord(items) ? listsOf(items, (value) => input([value])) : []),
    ...(isRecord(additionalProperties)
      ? listsOf(additionalProperties, (value) => input({ any: value }))
      : []),
  ];
}

function listsOfTool(tool: RuntimeTool): Listed[] {
  const example = tool.facts.examples[0]?.input ?? {};
  return listsOf(tool.inputSchema, (given) => ({ ...example, ...(given as object) }));
}

/** Other spellings are accepted. */
const REWRITTEN: Readonly<Record<string, (word: string) => string>> = {
  "in capitals": (word) => word.toUpperCase(),
  "in small letters": (word) => word.toLowerCase(),
  "with a capital and spaces": (word) =>
    `${word[0]?.toUpperCase()}${word.slice(1).toLowerCase()}`.replace(/[_-]/g, " "),
};
/** For misspellings the suggestion must be right or absent. */
const MISTYPED: Readonly<Record<string, (word: string) => string>> = {
  "a letter left out": (word) => word.slice(0, word.length >> 1) + word.slice((word.length >> 1) + 1),
  "two letters swapped": (word) => word.replace(/(.)(.)(?=.?$)/u, "$2$1"),
};

function hintFor(tool: RuntimeTool, input: unknown): string | undefined {
  const hints = tool
    .validate(input)
    .flatMap(({ message }) => /Did you mean (.+)\?$/.exec(message)?.[1] ?? []);
  expect(hints.length).toBeLessThanOrEqual(1);
  return hints[0];
}

describe.each(
  [...ownSet().tools.values(), ...ownSet().legacy.values()].map((tool) => [tool.name, tool] as const),
)("%s", (_, tool) => {
  test("a word that is respelt is accepted or suggested as itself, and never as another", () => {
    const wrong: string[] = [];
    for (const { words, input } of listsOfTool(tool))
      for (const word of words)
        for (const [how, respell] of Object.entries({ ...REWRITTEN, ...MISTYPED })) {
          const sent = respell(word);
          if (words.includes(sent) || sent === "") continue;
          const { input: accepted } = tool.accept(input(sent));
          const isAccepted = !isDeepStrictEqual(accepted, input(sent));
          const hint = isAccepted ? undefined : hintFor(tool, input(sent));
          const isRight = isAccepted ? isDeepStrictEqual(accepted, input(word)) : hint === word;
          if (!isRight && (isAccepted || hint !== undefined || how in REWRITTEN))
            wrong.push(`${sent} (${word}, ${how}): ${hint ?? JSON.stringify(accepted)}`);
        }
    expect(wrong).toEqual([]);
  });
});

test("there are hundreds of words to respell", () => {
  const lists = [...ownSet().tools.values()].flatMap(listsOfTool);
  expect(lists.flatMap(({ words }) => words).length).toBeGreaterThan(400);
});

test.each([
  ["f", ["A", "E", "F"], "F"],
  ["h", ["A", "E", "F"], undefined],
  ["n1", ["N", "N+1", "2N"], "N+1"],
  ["simply supported", ["ss", "cant"], "ss"],
  ["s365", ["s275", "s355"], undefined],
  ["A+ ", ["A", "A+"], "A+"],
  ["a++", ["A", "A+"], undefined],
  ["residental", ["residential", "non_residential"], "residential"],
  ["essentail", ["essential", "important"], "essential"],
])("of %j and %j it was %j", (sent, words, meant) => {
  expect(meantWord(sent, words, new Map([["ss", "Simply supported"]]))).toBe(meant);
});

test.each([
  ["udl", "udl_kn_m"],
  ["span_mm", "span_m"],
  ["point load", "point_load_kn"],
  ["load", undefined],
  ["kn", undefined],
  ["constructor", undefined],
])("the input %j is %j", (sent, meant) => {
  expect(meantInput(sent, ["span_m", "udl_kn_m", "point_load_kn", "load_position"])).toBe(meant);
});

test("a number above its bound is told of the input that takes it", () => {
  const tool = ownSet().tools.get("sap_sbem_precheck");
  const said = (sap_rating: number) => tool?.validate({ sap_rating }).map(({ message }) => message);
  expect(said(104)).toEqual([
    "sap_rating must be at most 100, not 104. More goes into sap_rating_above_100.",
  ]);
  expect(said(0)).toEqual(["sap_rating must be at least 1, not 0."]);
});
