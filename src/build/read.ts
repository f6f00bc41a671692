// Reads a built form without reading definitions. A missing, truncated or changed file counts as no built form.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { filesIn, isExtending, readSchemas } from "../definitions/folder.js";
import type { DefinitionFile, Licence, Source } from "../engine/language/files.js";
import {
  type CompiledTool,
  type RuntimeSet,
  RuntimeTool,
  type ToolData,
  type ToolModule,
} from "../engine/run/tool.js";
import { fingerprintOf, hashOf, type IndexEntry, indexIn } from "./form.js";

/** The files of a definitions folder, and the fingerprint of their built form. */
export interface Definitions {
  readonly files: readonly DefinitionFile[];
  readonly fingerprint: string;
}

export async function definitionsIn(folder: string): Promise<Definitions> {
  const own = filesIn(folder);
  // Imported here, because only extending sets need it.
  const files = isExtending(own) ? (await import("../definitions/read-folder.js")).withExtended(own) : own;
  return { files, fingerprint: fingerprintOf(files, readSchemas()) };
}

/**
 * Reads a set; undefined if the built form belongs to other definitions. `only` limits loading to one tool's code.
 */
export async function readBuilt(
  { files, fingerprint }: Definitions,
  built: string,
  only?: string,
): Promise<RuntimeSet | undefined> {
  const index = indexIn(built);
  if (index?.fingerprint !== fingerprint) return undefined;
  const tools = new Map<string, RuntimeTool>();
  const legacy = new Map<string, RuntimeTool>();
  const compiledTools = await Promise.all(
    index.tools.map((entry) =>
      only === undefined || entry.facts.name === only ? compiledToolOf(built, entry) : NOT_ASKED_FOR,
    ),
  );
  for (const [at, { facts, legacy: old }] of index.tools.entries()) {
    const compiledTool = compiledTools[at];
    if (compiledTool === undefined) return undefined;
    (old ? legacy : tools).set(facts.name, new RuntimeTool(facts, compiledTool));
  }
  return {
    edition: index.edition,
    tools,
    legacy,
    sources: new Map(index.sources.map((source: Source) => [source.id, source])),
    licences: new Map(index.licences.map((licence: Licence) => [licence.id, licence])),
    files: new Map(files.map((file) => [file.path, file])),
    built,
  };
}

const NOT_ASKED_FOR = (): CompiledTool => {
  throw new Error("the code of this tool was not loaded");
};

/** Returns undefined if a file is missing or its hash is wrong. */
async function compiledToolOf(
  folder: string,
  { module, data }: IndexEntry,
): Promise<(() => CompiledTool) | undefined> {
  const text = textOf(folder, data);
  if (text === undefined || textOf(folder, module) === undefined) return undefined;
  const code = (await import(pathToFileURL(join(folder, module)).href)) as ToolModule;
  return () => ({ data: JSON.parse(text) as ToolData, module: code });
}

function textOf(folder: string, name: string): string | undefined {
  try {
    const bytes = readFileSync(join(folder, name));
    return name.includes(`.${hashOf(bytes)}.`) ? bytes.toString("utf8") : undefined;
  } catch {
    return undefined;
  }
}
