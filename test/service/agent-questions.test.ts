// Questions in ordinary words: find_tool ranks the right tool, and the arguments that a reader derives compute.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HOME } from "../../src/definitions/folder.js";
import { siteFinder, toolEntry } from "../../src/wording/tool-search.js";
import { ownSet } from "../helpers/own-definitions.js";

interface Question {
  readonly question: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const QUESTIONS = JSON.parse(readFileSync(join(HOME, "test/agents/questions.json"), "utf8")) as Question[];
/** Questions whose tool comes first, of 30, and the rank that all others reach. */
const LEAST_FIRST = 26;
const WORST_RANK = 5;

test("the arguments of each question compute", () => {
  expect(QUESTIONS).toHaveLength(30);
  expect(new Set(QUESTIONS.map(({ tool }) => tool)).size).toBe(ownSet().tools.size);
  for (const { question, tool, arguments: input } of QUESTIONS) {
    const outcome = ownSet().tools.get(tool)?.run(input);
    expect([question, outcome?.ok === false ? outcome.problems : []]).toEqual([question, []]);
    expect(outcome?.ok).toBe(true);
  }
});

test("find_tool ranks the right tool", () => {
  const find = siteFinder({ tools: [...ownSet().tools.values()].map(toolEntry), docs: [] });
  const ranks = QUESTIONS.map(({ question, tool }) => ({
    question,
    rank: 1 + find(question).tools.findIndex(({ entry }) => entry.name === tool),
  }));
  expect(ranks.filter(({ rank }) => rank === 0 || rank > WORST_RANK)).toEqual([]);
  expect(ranks.filter(({ rank }) => rank === 1).length).toBeGreaterThanOrEqual(LEAST_FIRST);
});
