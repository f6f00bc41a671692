// One identity of a definition: the same digits on sheet, in link, header and table, and another after any edit of its files.
import { describe, expect, test } from "vitest";
import { readSchemas, sha256 } from "../../src/definitions/folder.js";
import { definitionFiles, identityOf, wholeIdentity } from "../../src/definitions/identity.js";
import { loadTool } from "../../src/engine/load.js";
import type { Tool } from "../../src/engine/tool.js";
import { contextOf, explanationPage } from "../../src/pages/sheet/page.js";
import { STORED } from "../../src/pages/sheet/stored.js";
import { goldenTools } from "../../src/workbench/cases.js";
import { ownSet } from "../helpers/own-definitions.js";

const SCHEMAS = readSchemas();
const SOURCES = "sources.yaml";

/** The tool after a comment was added to one of its files. */
function edited(tool: Tool, path: string): Tool {
  const files = new Map(ownSet().files);
  const file = files.get(path);
  if (file === undefined) throw new Error(`no file ${path}`);
  const text = `${file.text}\n# edited\n`;
  files.set(path, { ...file, text, sha256: sha256(text) });
  return loadTool(
    files,
    tool.facts.files.map(([own]) => own),
    SCHEMAS,
  );
}

describe.each([...goldenTools(ownSet())])("%s", (_, tool: Tool) => {
  const served = identityOf(ownSet(), tool).sha256;

  test("is the same for the whole tool as for the served one, and another after an edit of any file", () => {
    expect(wholeIdentity(tool).sha256).toBe(served);
    const read = definitionFiles(ownSet(), tool).map(([path]) => path);
    expect(read.length).toBeGreaterThan(1);
    expect(wholeIdentity(tool).files.map(([path]) => path)).toEqual(read);
    const hashes = read.map((path) => wholeIdentity(edited(tool, path)).sha256);
    expect(new Set([served, ...hashes]).size).toBe(read.length + 1);
  });

  test("needs no file besides the bibliography, which no result depends on", () => {
    const read = [...definitionFiles(ownSet(), tool).map(([path]) => path), SOURCES];
    const files = new Map([...ownSet().files].filter(([path]) => read.includes(path)));
    const paths = tool.facts.files.map(([path]) => path);
    const { input } = tool.facts.examples[0] ?? { input: {} };
    const expected = JSON.stringify(tool.run(input));
    expect(JSON.stringify(loadTool(files, paths, SCHEMAS).run(input))).toBe(expected);
    expect(JSON.stringify(edited(tool, SOURCES).run(input))).toBe(expected);
  });

  test("is on every page of its sheet, in its link and in its data", () => {
    const { explanation } = tool.explain(tool.facts.examples[0]?.input ?? {});
    if (explanation === undefined) throw new Error("the first example is refused");
    const page = explanationPage(explanation, contextOf(tool), { detail: "full" });
    const short = served.slice(0, 12);
    expect(page).toMatch(new RegExp(`@bottom-left \\{ content: "[^"]*definition ${short} `));
    expect(page).toContain(`<code>${short}</code>`);
    expect(page).toContain(`%40def=${served}`);
    expect(page).toContain(`<data id="${STORED}"`);
    for (const [path, hash] of definitionFiles(ownSet(), tool)) {
      expect(page).toContain(`<code>${path}</code>`);
      expect(page).toContain(hash);
    }
  });
});
