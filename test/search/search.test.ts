// The search of pages and agents finds what people mean: 60 queries by a person who had not seen the program.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { HOME } from "../../src/definitions/folder.js";
import { editDistance } from "../../src/engine/language/nearest.js";
import { searchIndex } from "../../src/server/documents/search-index.js";
import { Search } from "../../src/wording/search.js";
import { namedChoices, siteFinder, toolEntry } from "../../src/wording/tool-search.js";
import { ownSet } from "../helpers/own-definitions.js";

/** Queries of which the expected tool or page must come first. */
const LEAST_FIRST = 54;

const finder = siteFinder(searchIndex(ownSet()));

function firstFor(query: string): string | undefined {
  const { tools, docs, isAboutDocs } = finder(query);
  const [tool, doc] = [tools[0]?.entry.name, docs[0]?.entry.topic];
  return isAboutDocs && doc !== undefined ? `doc:${doc}` : tool;
}

test(`${LEAST_FIRST} of 60 queries find their tool or page first`, () => {
  const file = join(HOME, "test/search/queries.json");
  const queries = JSON.parse(readFileSync(file, "utf8")) as { query: string; expect: string }[];
  const wrong = queries.filter(({ query, expect: expected }) => firstFor(query) !== expected);
  expect(queries).toHaveLength(60);
  const listed = wrong.map(({ query }) => `${query}: ${firstFor(query)}`).join("\n");
  expect(queries.length - wrong.length, listed).toBeGreaterThanOrEqual(LEAST_FIRST);
});

test.each([
  ["rear extension 4 m semi", "uk_planning_checker"],
  ["loft dormer", "uk_planning_checker"],
  ["fence height", "uk_planning_checker"],
  ["garage conversion", "uk_planning_checker"],
  ["office to flats", "uk_planning_checker"],
  ["beam 6 m", "eurocode_beam_designer"],
  ["rate limit", "doc:api"],
  ["zzz qqq", undefined],
])("%s finds %s first", (query, expected) => {
  expect(firstFor(query)).toBe(expected);
});

test("choices that a query names become inputs that the tool accepts", () => {
  let named = 0;
  for (const tool of ownSet().tools.values())
    for (const [input, code, names] of toolEntry(tool).choices) {
      const [found, ...others] = namedChoices([[input, code, names]], `my ${names[1]}, 4 m`);
      if (found === undefined) continue;
      named++;
      expect([found[0], found[1], others]).toEqual([input, code, []]);
    }
  expect(named).toBeGreaterThan(100);
});

describe("ranking", () => {
  const entries = [
    {
      id: "duct",
      texts: [
        [6, "Duct size"],
        [3, "The smallest duct for an airflow"],
        [1, "EN 1505"],
      ],
    },
    {
      id: "pump",
      texts: [
        [6, "Heat pump size"],
        [3, "Boilers and heat pumps"],
      ],
    },
    { id: "clause", texts: [[1, "6.3.2.3"]] },
    { id: "number", texts: [[1, "1.52"]] },
  ] as const;
  const ids = (query: string, shortestNumber = 1) =>
    new Search(entries, { distance: editDistance, shortestNumber }).find(query).map(({ entry }) => entry.id);

  test.each([
    ["duct size", ["duct"]],
    ["DUCTS 4 m of 200 mm", ["duct"]],
    ["heatpump", ["pump"]],
    ["airflwo", ["duct"]],
    ["boil", ["pump"]],
    ["1505", ["duct"]],
    ["6.3.2", ["clause"]],
    ["1.52", ["number"]],
    ["1.5", []],
    ["the of", []],
    ["", []],
  ])("%s", (query, expected) => {
    expect(ids(query)).toEqual(expected);
  });

  test("short numbers are ignored where they are quantities", () => {
    expect(ids("1.52", 5)).toEqual([]);
  });

  test("choices that fit two inputs are left to the reader", () => {
    const choices = [
      ["from", "office", ["office", "Office"]],
      ["to", "office", ["office", "Office"]],
      ["to", "flat", ["flat", "Home", "apartment"]],
      ["kind", "semi", ["semi", "Semi-detached"]],
    ] as const;
    expect(namedChoices(choices, "semi-detached house").map(([input, code]) => [input, code])).toEqual([
      ["kind", "semi"],
    ]);
    expect(namedChoices(choices, "an office").length).toBe(0);
    expect(namedChoices(choices, "two apartments").map(([, code]) => code)).toEqual(["flat"]);
  });
});

test("a query is compared word by word only up to a bound, however many words it has", () => {
  let compared = 0;
  const distance = (one: string, other: string, most?: number) => {
    compared++;
    return editDistance(one, other, most);
  };
  const entries = Array.from({ length: 50 }, (_, at) => ({
    texts: [[1, `entry${"abcdefghij"[at % 10]}x${at}`]] as const,
  }));
  const search = new Search(entries, { distance, shortestNumber: 4 });
  const words = Array.from(
    { length: 390 },
    (_, at) =>
      `qz${"abcdefghijklmnop"[at % 16]}${"klmnopqrst"[Math.floor(at / 16) % 10]}uvw${"abc"[Math.floor(at / 160)]}`,
  );
  search.find(words.join(" "));
  expect(compared).toBeGreaterThan(0);
  expect(compared).toBeLessThanOrEqual(40 * 50);
});
