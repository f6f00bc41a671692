// Tools in the page: the catalogue, and each tool's own module, which computes here as it does in the service. Where there
// is no module, or `?server` stands in the address, the service is asked instead.
import { RuntimeTool, type ToolData, type ToolModule } from "../engine/run/tool.js";
import { askService } from "./ask-service.js";
import { readsOf } from "./reads.js";
import type { CatalogueEntry, OpenTool, ToolAnswer } from "./tool-data.js";

export const BASE = "/explorer";
const usesService = new URLSearchParams(location.search).has("server");

/** JSON from the service; an error says what was not found. */
export async function getJson<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return (await response.json()) as T;
}

const opened = new WeakMap<CatalogueEntry, Promise<OpenTool>>();

export function openTool(entry: CatalogueEntry): Promise<OpenTool> {
  const known = opened.get(entry) ?? open(entry);
  opened.set(entry, known);
  // One that failed is tried again when it is asked for again.
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
