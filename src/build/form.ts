// The built form of a set: for each tool a JavaScript module and a JSON file, named by content hash, and one index.
// It does not depend on the Node version; browsers import the same files.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { HOME, readJson } from "../definitions/folder.js";
import type { DefinitionFile, Licence, Source } from "../engine/language/files.js";
import { once } from "../engine/language/once.js";
import type { ToolFacts } from "../engine/run/tool.js";
import { isRecord } from "../json/objects.js";

/** The shipped definitions in built form. */
export const SHIPPED = join(HOME, "dist/built");
export const INDEX = "index.json";

export interface Index {
  /** Hash of the definitions and of the engine. */
  readonly fingerprint: string;
  readonly edition: string;
  readonly sources: readonly Source[];
  readonly licences: readonly Licence[];
  readonly tools: readonly IndexEntry[];
}

export interface IndexEntry {
  readonly facts: ToolFacts;
  readonly legacy: boolean;
  /** File names in the same folder. */
  readonly module: string;
  readonly data: string;
}

/** Returns the index of a built form, or undefined if it is missing or broken. */
export function indexIn(built: string): Index | undefined {
  const index = readJson(join(built, INDEX));
  return isRecord(index) && typeof index.fingerprint === "string" ? (index as unknown as Index) : undefined;
}

/** Returns a file name with the hash of the content. */
export function hashedName(stem: string, text: string, ending: "mjs" | "json"): string {
  return `${stem}.${hashOf(text)}.${ending}`;
}

export function hashOf(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** The code that determines a built form, hashed once per process. */
const program = once(() =>
  ["../engine/", "../lint/", "./"].map((folder) =>
    fingerprintOfFolder(fileURLToPath(new URL(folder, import.meta.url))),
  ),
);

/** Returns the hash of everything that a built form depends on. */
export function fingerprintOf(
  files: Iterable<DefinitionFile>,
  schemas: Readonly<Record<string, unknown>>,
): string {
  const hash = createHash("sha256");
  const add = (...words: readonly string[]) => {
    for (const word of words) hash.update(`${word.length}:${word}`);
  };
  add(JSON.stringify(schemas));
  for (const { path, sha256 } of files) add(path, sha256);
  add(...program());
  return hash.digest("hex");
}

/** Returns the hash of code and style files in a folder. Paths are relative, so that moving the program keeps it. */
export function fingerprintOfFolder(folder: string): string {
  const hash = createHash("sha256");
  for (const path of codeIn(folder))
    for (const word of [relative(folder, path), readFileSync(path, "latin1")])
      hash.update(`${word.length}:${word}`);
  return hash.digest("hex");
}

function codeIn(folder: string): string[] {
  const paths: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) paths.push(...codeIn(path));
    else if (/(?<!\.d)\.([jt]s|css)$/.test(entry.name)) paths.push(path);
  }
  return paths.sort();
}
