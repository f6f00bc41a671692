// Realistic mistakes in the project's definitions, one at a time: each is reported first, at its cause, by name.
// Remarks count only if there is no error.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { DEFAULT_FOLDER, readSchemas } from "../../src/definitions/folder.js";
import { readFolder } from "../../src/definitions/read-folder.js";
import { formatFinding } from "../../src/engine/language/findings.js";
import { loadDefinitions } from "../../src/lint/load.js";
import { citedOnly } from "../helpers/cited-sources.js";
import { TEST } from "../helpers/folders.js";

interface Planted {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
  readonly words: readonly string[];
  /** The tool to load, if the file is shared. */
  readonly tool?: string;
}

const NEAR = 3;
const PLANTED = parse(readFileSync(join(TEST, "slow/planted.yaml"), "utf8")) as Planted[];
const TEXTS = new Map(readFolder(DEFAULT_FOLDER).map(({ path, text }) => [path, text]));
const SCHEMAS = readSchemas();

/** Returns the files of a tool: parts, shared tables, and tools named in its promises. */
function filesWith(tool: string, found: Map<string, string>): Map<string, string> {
  const path = `tools/${tool}.yaml`;
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const text = TEXTS.get(next);
    if (text === undefined || found.has(next)) continue;
    found.set(next, text);
    const parts = (parse(text) as { parts?: string[] }).parts ?? [];
    for (const part of parts) waiting.push(`tools/${tool}/${part}.yaml`, `parts/${part}.yaml`);
    for (const [, table] of text.matchAll(/\{shared: (\w+)\}/g)) waiting.push(`tables/${table}.yaml`);
    for (const [, other] of text.matchAll(/^ {4}with: (\w+)$/gm)) filesWith(other ?? "", found);
  }
  return found;
}

function plant({ file, find, put, tool }: Planted) {
  const before = TEXTS.get(file) ?? "";
  const at = before.indexOf(find);
  if (at < 0) throw new Error(`${file} does not hold ${find}`);
  const owner = tool ?? /^tools\/(\w+)/.exec(file)?.[1] ?? "";
  const texts = owner === "" ? new Map(TEXTS) : filesWith(owner, new Map());
  texts.set(file, before.slice(0, at) + put + before.slice(at + find.length));
  texts.set("common.yaml", (TEXTS.get("common.yaml") ?? "").replace(/^catalogue:.*/ms, ""));
  if (owner !== "") texts.set("sources.yaml", citedOnly(TEXTS.get("sources.yaml") ?? "", texts.values()));
  texts.delete("plans.yaml");
  const files = [...texts].map(([path, text]) => ({ path, text, sha256: "" }));
  let same = 0;
  while (find[same] !== undefined && find[same] === put[same]) same++;
  const { findings } = loadDefinitions(files, SCHEMAS);
  const errors = findings.filter(({ severity }) => severity === "error");
  // Only remarks in the edited file count.
  const remarks = findings.filter(({ location }) => location.file === file);
  return {
    line: before.slice(0, at + same).split("\n").length,
    found: errors.length > 0 ? errors : remarks,
  };
}

describe("each planted mistake is found at its cause", () => {
  test.each(PLANTED)("$name", (mistake) => {
    const { line, found } = plant(mistake);
    const [first] = found;
    const told = found.slice(0, 3).map(formatFinding).join("\n");
    expect(first, "nothing was found").toBeDefined();
    expect(first?.location.file, told).toBe(mistake.file);
    expect(Math.abs((first?.location.line ?? 0) - line), `line ${line}: ${told}`).toBeLessThanOrEqual(NEAR);
    for (const word of mistake.words) expect(formatFinding(first as never), told).toContain(word);
  });
});
