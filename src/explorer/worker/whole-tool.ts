// Loads a tool with its complete definition in the worker. It computes with the built module.
import type { DefinitionFile } from "../../engine/language/files.js";
import { loadTool } from "../../engine/load.js";
import { CHECKED_STRUCTURE } from "../../engine/read/structure.js";
import { RuntimeTool, type ToolData, type ToolModule } from "../../engine/run/tool.js";
import type { Tool } from "../../engine/tool.js";
import { definitionFiles } from "../definition-files.js";
import type { CatalogueEntry } from "../tool-data.js";

const BASE = "/explorer";

export interface WholeTool {
  readonly tool: Tool;
  /** Includes the files that all tools share. */
  readonly files: readonly DefinitionFile[];
}

const opened = new Map<string, Promise<WholeTool>>();

export function wholeTool(entry: CatalogueEntry): Promise<WholeTool> {
  const known = opened.get(entry.hash) ?? open(entry);
  opened.set(entry.hash, known);
  known.catch(() => opened.delete(entry.hash));
  return known;
}

async function json<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return (await response.json()) as T;
}

async function open(entry: CatalogueEntry): Promise<WholeTool> {
  const [files, data, module] = await Promise.all([
    definitionFiles(entry),
    json<ToolData>(`${BASE}/built/${entry.data}`),
    import(/* @vite-ignore */ `${BASE}/built/${entry.module}`) as Promise<ToolModule>,
  ]);
  const paths = files.map(({ path }) => path);
  const tool = loadTool(new Map(files.map((file) => [file.path, file])), paths, CHECKED_STRUCTURE);
  // Compiling here would need eval, so the module built from these files is used.
  tool.adopt(new RuntimeTool(tool.facts, () => ({ data, module })));
  return { tool, files };
}
