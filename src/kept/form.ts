// The kept form of a definition set: what answers, as plain data in one file, beside the program that was built with it.
// It holds nothing that cannot be made again from the definitions, and is used only by the very program that made it.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { DefinitionFile, Source } from "../engine/definitions.js";
import type { Facts, Machine } from "../engine/served.js";
import { HOME } from "../folder.js";

export const KEPT_FILE = join(HOME, "dist/kept/definitions.bin");

/** The first line of the file. */
export interface Head {
  /** Of the definitions, the engine and the runtime that the rest was made with. */
  readonly fingerprint: string;
  /** Of all that follows. */
  readonly sha256: string;
  /** Bytes of the index, which comes first. */
  readonly index: number;
}

export interface Index {
  readonly edition: string;
  readonly sources: ReadonlyMap<string, Source>;
  readonly tools: readonly Entry[];
}

export interface Entry {
  readonly facts: Facts;
  readonly legacy: boolean;
  /** Where its machine stands after the index. */
  readonly from: number;
  readonly to: number;
}

export interface KeptMachine extends Machine {
  /** The inputs that each value depends on, by the number of its slot. */
  readonly behind: readonly (ReadonlySet<string> | undefined)[];
}

/** Folders of the program whose code decides what a kept form holds: this one's neighbour, and this one. */
const PROGRAM = [new URL("../engine/", import.meta.url), new URL("./", import.meta.url)].map((url) =>
  fileURLToPath(url),
);

/** What a kept form depends on; a change of any of it gives another fingerprint. */
export function fingerprintOf(
  files: Iterable<DefinitionFile>,
  schemas: Readonly<Record<string, unknown>>,
): string {
  const hash = createHash("sha256");
  const add = (...words: readonly string[]) => {
    for (const word of words) hash.update(`${word.length}:${word}`);
  };
  add(process.versions.node, process.versions.v8, JSON.stringify(schemas));
  for (const { path, sha256 } of files) add(path, sha256);
  // By their names within the folder: a program that is moved as a whole stays the same.
  for (const folder of PROGRAM)
    for (const path of codeIn(folder)) add(relative(folder, path), readFileSync(path, "latin1"));
  return hash.digest("hex");
}

function codeIn(folder: string): string[] {
  const paths: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) paths.push(...codeIn(path));
    else if (/\.[jt]s$/.test(entry.name)) paths.push(path);
  }
  return paths.sort();
}
