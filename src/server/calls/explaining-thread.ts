// The code of the worker thread that explains: it reads a tool's definition when it is first asked about, and keeps
// it.
import { workerData } from "node:worker_threads";
import type { DefinitionFile } from "../../engine/language/files.js";
import { loadTool } from "../../engine/load.js";
import type { Schemas } from "../../engine/read/structure.js";
import type { Tool } from "../../engine/tool.js";
import { answerRequests } from "../../threads/thread.js";
import { type ExplanationForm, explainWhole } from "./explanations.js";
// Loaded with the thread: one that cannot load it ends, and the next starts afresh.
import "../../pages/sheet/page.js";
import "../../pages/sheet/why-words.js";

/** What the thread is given: the texts that this process answers from, whatever has become of the files. */
export interface ExplainingSource {
  readonly files: readonly DefinitionFile[];
  readonly schemas: Schemas;
}

export interface Wanted {
  /** The files of the tool, which are all that the thread needs to know of it. */
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
