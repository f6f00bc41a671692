// Retired phrases do not return to pages, messages, definitions and documents.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT, TEST } from "../helpers/folders.js";

const RETIRED = parse(readFileSync(join(TEST, "retired-texts.yaml"), "utf8")) as string[];
const FOLDERS = ["src", "assets", "definitions", "docs"];
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
).filter((file) => /\.(tsx?|js|json|html|yaml|md)$/.test(file));

test("none of them is back", () => {
  expect(FILES.length).toBeGreaterThan(300);
  expect(RETIRED.length).toBeGreaterThan(60);
  const found = [...FILES, "README.md"].flatMap((file) => {
    // A sentence may be broken into lines.
    const text = readFileSync(join(ROOT, file), "utf8").replace(/\s+(?:\/\/|#|\*)?\s*/g, " ");
    return RETIRED.filter((words) => text.includes(words)).map((words) => `${file}: ${words}`);
  });
  expect(found).toEqual([]);
});
