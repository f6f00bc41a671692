// Slips of the fingers anywhere in our own definitions: two letters of a name or word change places. What is found is found
// where the slip is, not where the right spelling is then missed.
import { expect, test } from "vitest";
import { DEFAULT_FOLDER, readFolder, readSchemas } from "../../src/definitions/folder.js";
import { formatFinding } from "../../src/engine/language/findings.js";
import { Memory } from "../../src/engine/language/memory.js";
import { loadDefinitions } from "../../src/lint/load.js";

const NAME = /(?<![\w"'])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?=[\s:,})\]"*+./(-])/g;
const TRIED = 400;
const NEAR = 3;

const FILES = readFolder(DEFAULT_FOLDER);
const SCHEMAS = readSchemas();

/** Names of six letters and more, outside comments. */
const names = FILES.filter(({ path }) => path.startsWith("tools/")).flatMap((file) =>
  [...file.text.matchAll(NAME)]
    .filter(([name]) => name.length > 5)
    .filter(({ index }) => !file.text.slice(file.text.lastIndexOf("\n", index) + 1, index).includes("#"))
    .map(({ 0: name, index }) => ({ file, name, index })),
);

test(`of ${TRIED} slips hardly one is found far from where it was made`, () => {
  const memory = new Memory();
  const load = (files: typeof FILES) => loadDefinitions(files, SCHEMAS, new Set(), "all", memory).findings;
  expect(load(FILES)).toEqual([]);
  let found = 0;
  const far: string[] = [];
  for (let at = 0; at < names.length; at += Math.ceil(names.length / TRIED)) {
    const { file, name, index } = names[at] as (typeof names)[number];
    const middle = Math.floor(name.length / 2);
    const slip = `${name.slice(0, middle - 1)}${name[middle]}${name[middle - 1]}${name.slice(middle + 1)}`;
    if (slip === name) continue;
    const text = file.text.slice(0, index) + slip + file.text.slice(index + name.length);
    const line = file.text.slice(0, index).split("\n").length;
    const findings = load(
      FILES.map((each) => (each === file ? { ...file, text, sha256: `${slip} at ${at}` } : each)),
    );
    const first = findings.find(({ severity }) => severity === "error");
    // Names that an author chooses freely, as those of results and promises, are as good with a slip in them.
    if (first === undefined) continue;
    found++;
    const { location } = first;
    if (location.file !== file.path || Math.abs(location.line - line) > NEAR)
      far.push(`${file.path}:${line} ${slip}: ${formatFinding(first)}`);
  }
  expect(found).toBeGreaterThan(TRIED * 0.9);
  expect(far.length, far.join("\n")).toBeLessThan(found * 0.02);
});
