// Correct sentences and tools of authors new to the project: no error, and at most three remarks.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Document, isMap, isScalar, isSeq, parseDocument } from "yaml";
import { DEFAULT_FOLDER, readSchemas } from "../../src/definitions/folder.js";
import { readFolder } from "../../src/definitions/read-folder.js";
import { type Finding, formatFinding } from "../../src/engine/language/findings.js";
import { Memory } from "../../src/engine/language/memory.js";
import { around } from "../../src/lint/around.js";
import { loadDefinitions } from "../../src/lint/load.js";
import { TEST } from "../helpers/folders.js";

interface Sentence {
  readonly where: "description" | "note" | "flag";
  readonly text: string;
}

/** False remarks that both files together may have. */
const MOST_REMARKS = 3;
/** Every n-th tool of the project receives the sentences. */
const EVERY = 6;
const FOLDER = join(TEST, "authors");
const SENTENCES = JSON.parse(readFileSync(join(FOLDER, "sentences.json"), "utf8")) as Sentence[];
const SCHEMAS = readSchemas();
const read = (path: string) => ({ path, text: readFileSync(join(FOLDER, path), "utf8"), sha256: "" });
const errorsIn = (findings: readonly Finding[]) =>
  findings.filter(({ severity }) => severity === "error").map(formatFinding);

const tools = readdirSync(join(FOLDER, "tools")).sort();
const ordinary = loadDefinitions(
  ["common.yaml", "sources.yaml", ...tools.map((file) => `tools/${file}`)].map(read),
  SCHEMAS,
);

/** Appends each sentence to a description, a flag or the recommendations. */
function withSentences(text: string): string {
  const doc = parseDocument(text);
  const inputs = items(doc, "inputs");
  const flags = items(doc, "flags").filter((path) => isScalar(doc.getIn([...path, "say"], true)));
  SENTENCES.forEach(({ where, text: sentence }, at) => {
    const [list, key] = where === "description" ? [inputs, "description"] : [flags, "say"];
    const owner = list[at % Math.max(1, list.length)];
    if (where === "note" || owner === undefined) doc.addIn(["recommendations"], sentence);
    else doc.setIn([...owner, key], `${doc.getIn([...owner, key])} ${sentence}`);
  });
  return doc.toString({ lineWidth: 0 });
}

function items(doc: Document, section: string): (string | number)[][] {
  const found = doc.get(section);
  if (isSeq(found)) return found.items.map((_, at) => [section, at]);
  return isMap(found) ? found.items.map(({ key }) => [section, String(key)]) : [];
}

describe("correct content", () => {
  const own = readFolder(DEFAULT_FOLDER);
  const sheets = own.filter(
    ({ path, text }) => /^tools\/\w+\.yaml$/.test(path) && /^recommendations:$/m.test(text),
  );
  const chosen = sheets.filter((_, at) => at % EVERY === 0);
  const told = chosen.map((sheet) => {
    const memory = new Memory();
    const depth = around([sheet.path], own) ?? "all";
    const load = (text: string) => {
      const files = own.map((file) => (file === sheet ? { ...file, text, sha256: text } : file));
      return loadDefinitions(files, SCHEMAS, undefined, depth, memory).findings;
    };
    const before = new Set(load(sheet.text).map(({ message }) => message));
    const changed = withSentences(sheet.text);
    const missing = SENTENCES.filter(({ text }) => !changed.replaceAll(/\\"/g, '"').includes(text));
    return { missing, found: load(changed).filter(({ message }) => !before.has(message)) };
  });

  test("has no error", () => {
    expect(tools).toHaveLength(20);
    expect(ordinary.set?.tools.size).toBe(tools.length);
    expect(SENTENCES).toHaveLength(40);
    expect(chosen.length).toBeGreaterThan(3);
    expect(told.flatMap(({ missing }) => missing)).toEqual([]);
    expect([ordinary.findings, ...told.map(({ found }) => found)].flatMap(errorsIn)).toEqual([]);
  });

  test(`has at most ${MOST_REMARKS} remarks`, () => {
    const remarks = [ordinary.findings, ...told.map(({ found }) => found)].flat();
    expect(new Set(remarks.map(({ message }) => message)).size).toBeLessThanOrEqual(MOST_REMARKS);
  });
});
