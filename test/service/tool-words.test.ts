// Search of tools by words.
import { expect, test } from "vitest";
import { fitOf } from "../../src/wording/tool-words.js";

const TOOL = {
  name: "size_duct",
  title: "Duct size",
  description: "Finds the smallest duct for an airflow.",
  category: "building_services",
  standard: "EN 1505",
};

test.each<[string, readonly string[], number | undefined]>([
  ["no word", [], 0],
  ["name and title, in any case", ["DUCT", "size_d"], 20],
  ["description, category and standard", ["airflow", "building services", "building_", "1505"], 16],
  ["words of all kinds", ["duct", "airflow"], 14],
  ["a word that is missing", ["duct", "pump"], undefined],
])("%s", (_, words, rank) => {
  expect(fitOf(TOOL, words)).toBe(rank);
});
