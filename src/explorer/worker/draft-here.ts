// Reads, checks and compiles an edited definition in the worker, and starts it as a module, without eval.
import { makeStructure } from "virtual:structure";
import type { DefinitionFile } from "../../engine/language/files.js";
import { Memory } from "../../engine/language/memory.js";
import { StructureChecker } from "../../engine/read/structure.js";
import { RuntimeTool, type ToolModule } from "../../engine/run/tool.js";
import { partOf } from "../../engine/run/validate.js";
import type { Tool } from "../../engine/tool.js";
import { loadDraft } from "../../lint/load.js";
import { standBack } from "./long-work.js";
import { meaningsOf } from "./meanings.js";
import type { Drafted, DraftJob } from "./messages.js";
import { importText } from "./starting.js";
import { wholeTool } from "./whole-tool.js";

const checks = makeStructure(partOf);
const structure = new StructureChecker((kind) => {
  const check = checks[kind];
  if (check === undefined) throw new Error(`There is no check for ${kind} files.`);
  return check;
});

/** Cache of parsed parts, so that an edit parses only its own part again. */
const memory = new Memory();
const changedFiles = new Map<string, DefinitionFile>();

let last: Tool | undefined;
/** The last draft without errors. */
export function lastDraft(): Tool | undefined {
  return last;
}

let newest: DraftJob | undefined;

/** Returns undefined if a newer draft has arrived. */
export async function draftHere(job: DraftJob): Promise<Drafted | undefined> {
  const { entry, texts, input } = job;
  newest = job;
  last = undefined;
  const { files } = await wholeTool(entry);
  await standBack();
  if (newest !== job) return undefined;
  const began = performance.now();
  const drafted = files.map((file) => withText(file, texts[file.path]));
  const { findings, tool } = loadDraft(new Map(drafted.map((file) => [file.path, file])), structure, memory);
  const names = tool === undefined ? [] : meaningsOf(tool.plan);
  if (tool === undefined) return { findings, names, ms: performance.now() - began };
  await start(tool);
  if (newest !== job) return undefined;
  last = tool;
  const outcome = tool.run(input);
  return {
    findings,
    names,
    answer: {
      outcome,
      figures: outcome.ok ? tool.figures(input) : [],
      inputSchema: tool.inputSchema,
      outputSchema: tool.outputSchema,
      ...(tool.facts.headline === undefined ? {} : { headline: tool.facts.headline }),
    },
    ms: performance.now() - began,
  };
}

/** Returns the same object for the same text, so that caches work. */
function withText(file: DefinitionFile, text: string | undefined): DefinitionFile {
  if (text === undefined || text === file.text) return file;
  const known = changedFiles.get(file.path);
  if (known?.text === text) return known;
  const next = { path: file.path, text, sha256: `draft ${text.length} ${performance.now()}` };
  changedFiles.set(file.path, next);
  return next;
}

/** Imports the tool's code as a module from memory. */
async function start(tool: Tool): Promise<void> {
  const { data, code } = tool.written();
  const text = Object.entries(code).map(([part, body]) => `export const ${part} = ${body};`);
  const module = await importText<ToolModule>(text.join("\n"));
  tool.adopt(new RuntimeTool(tool.facts, () => ({ data, module })));
}
