// Writes the built form: new files first, then the index, then removes unreferenced files. Concurrent readers see the
// old or the new set.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readSchemas, writeWhole } from "../definitions/folder.js";
import type { DefinitionSet } from "../engine/set.js";
import type { Tool } from "../engine/tool.js";
import { fingerprintOf, hashedName, INDEX, type Index, type IndexEntry } from "./form.js";

/** File names of this writer; other files in the folder are kept. */
const HASHED = /\.[0-9a-f]{16}\.(mjs|json)$/;

export function writeBuilt(set: DefinitionSet, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const there = new Set(readdirSync(folder));
  const named = new Set([INDEX]);
  const write = (name: string, text: string): void => {
    named.add(name);
    if (!there.has(name)) writeWhole(join(folder, name), text);
  };
  const tools = [...set.tools.values(), ...set.legacy.values()].map((tool): IndexEntry => {
    const { data, code } = tool.written();
    const [moduleText, dataText] = [moduleOf(tool, code), JSON.stringify(data)];
    const module = hashedName(tool.name, moduleText, "mjs");
    const json = hashedName(tool.name, dataText, "json");
    write(module, moduleText);
    write(json, dataText);
    return { facts: tool.facts, legacy: set.legacy.get(tool.name) === tool, module, data: json };
  });
  const index: Index = {
    fingerprint: fingerprintOf(set.files.values(), readSchemas()),
    edition: set.edition,
    sources: [...set.sources.values()],
    licences: [...set.licences.values()],
    tools,
  };
  writeWhole(join(folder, INDEX), JSON.stringify(index));
  for (const name of readdirSync(folder))
    if (HASHED.test(name) && !named.has(name)) rmSync(join(folder, name), { force: true });
}

function moduleOf({ name, facts }: Tool, code: Readonly<Record<string, string>>): string {
  const parts = Object.entries(code).map(([part, text]) => `export const ${part} = ${text};`);
  return [`// ${name} ${facts.version}, compiled from ${facts.file}.`, ...parts, ""].join("\n");
}
