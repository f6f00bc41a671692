// Tools by words that somebody types.
import { expect, test } from "vitest";
import { fitOf } from "../../src/wording/tool-words.js";

const TOOL = {
  name: "size_duct",
  title: "Duct size",
  description: "Finds the smallest duct for an airflow.",
  category: "building_services",
  standard: "EN 1505",
};
const FURTHER = [
  ["Input", "Greatest velocity"],
  ["Source", "EN 12237, Table 1"],
] as const;

test.each<[string, readonly string[], number | undefined, readonly string[]]>([
  ["no word", [], 0, []],
  ["name and title, in any case", ["DUCT", "size_d"], 20, []],
  ["description, category and standard", ["airflow", "building services", "building_", "1505"], 16, []],
  ["further texts, each told once", ["velocity", "greatest"], 2, ["Input: Greatest velocity"]],
  ["words of all kinds", ["duct", "airflow", "12237"], 15, ["Source: EN 12237, Table 1"]],
  ["a word that is missing", ["duct", "pump"], undefined, []],
])("%s", (_, words, rank, where) => {
  expect(fitOf(TOOL, words, FURTHER)).toEqual(rank === undefined ? undefined : { rank, where });
});
