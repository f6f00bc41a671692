// The worker thread that explains results. It reads a tool's definition at the first request and caches it.
import { workerData } from "node:worker_threads";
import type { DefinitionFile } from "../../engine/language/files.js";
import { loadTool } from "../../engine/load.js";
import type { Schemas } from "../../engine/read/structure.js";
import type { Tool } from "../../engine/tool.js";
import { answerRequests } from "../../threads/thread.js";
import { type ExplanationForm, explainWhole } from "./explanations.js";
// Loaded at the start: if loading fails, the thread ends and the next one starts again.
import "../../pages/sheet/page.js";
import "../../pages/sheet/why-words.js";

/** The same texts that the service computes with, whatever has happened to the files since. */
export interface ExplainingSource {
  readonly files: readonly DefinitionFile[];
  readonly schemas: Schemas;
}

export interface Wanted {
  /** The files of the tool. */
  readonly paths: readonly string[];
  readonly input: unknown;
  readonly asPage: ExplanationForm;
}

const { files, schemas } = workerData as ExplainingSource;
const byPath = new Map(files.map((file) => [file.path, file]));
const tools = new Map<string, Tool>();

function toolOf(paths: readonly string[]): Tool {
  const key = paths.join(" ");
  const tool = tools.get(key) ?? loadTool(byPath, paths, schemas);
  tools.set(key, tool);
  return tool;
}

answerRequests(({ paths, input, asPage }: Wanted) => explainWhole(toolOf(paths), input, asPage));
