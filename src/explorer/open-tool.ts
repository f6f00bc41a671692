// Loads the catalogue and the tools' modules, which compute in the page. Without a module, or with `?server` in the
// address, the service computes.
import { RuntimeTool, type ToolData, type ToolModule } from "../engine/run/tool.js";
import { askService } from "./ask-service.js";
import { readsOf } from "./reads.js";
import type { CatalogueEntry, OpenTool, ToolAnswer } from "./tool-data.js";

export const BASE = "/explorer";
export const usesService = new URLSearchParams(location.search).has("server");

/** Loads JSON from the service. Throws with the path and status. */
export async function getJson<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return (await response.json()) as T;
}

const opened = new WeakMap<CatalogueEntry, Promise<OpenTool>>();

export function openTool(entry: CatalogueEntry): Promise<OpenTool> {
  const known = opened.get(entry) ?? open(entry);
  opened.set(entry, known);
  // Removes a failed load, so that the next call retries.
  known.catch(() => opened.delete(entry));
  return known;
}

async function open(entry: CatalogueEntry): Promise<OpenTool> {
  const { module, data: dataName } = entry;
  if (usesService || module === undefined || dataName === undefined) return askService(entry);
  const [code, data] = await Promise.all([
    import(/* @vite-ignore */ `${BASE}/built/${module}`) as Promise<ToolModule>,
    getJson<ToolData>(`${BASE}/built/${dataName}`),
  ]);
  return localTool(entry, code, data);
}

function localTool(entry: CatalogueEntry, module: ToolModule, data: ToolData): OpenTool {
  const facts = {
    ...entry,
    inputs: Object.keys(data.inputSchema.properties ?? {}),
    files: [],
    questions: [],
    also: [],
  };
  const tool = new RuntimeTool(facts, () => ({ data, module }));
  const { inputSchema, outputSchema } = data;
  return {
    entry,
    inputSchema,
    outputSchema,
    hints: data.formHints ?? {},
    local: tool,
    answer: (input): ToolAnswer => ({ input, outcome: tool.run(input) }),
    draw: ({ input }) => ({
      figures: tool.figures(input),
      reads: readsOf(tool, input),
      notes: tool.inputNotes(input),
    }),
  };
}
