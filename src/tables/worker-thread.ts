// A thread that works on parts of tables: it loads a tool when it first meets it, and remembers how the last tables are laid
// out.
import { workerData } from "node:worker_threads";
import { openSet } from "../build/open.js";
import { type Pinned, pinnedTool } from "../build/pinned.js";
import type { RuntimeTool } from "../engine/run/tool.js";
import { answerRequests } from "../threads/thread.js";
import { type ChunkDone, type ChunkWork, chunkWork } from "./chunk.js";
import type { TableLayout } from "./layout.js";

/** What a thread is told when it starts: a folder to read, or the very definitions that it works with. */
export type Given = { readonly folder: string; readonly dataDir: string | undefined } | Pinned;
export interface Task {
  /** Tells tables apart. */
  readonly table: string;
  readonly tool: string;
  /** The files of the tool's definition with their hashes: with others nothing is computed. */
  readonly files?: readonly (readonly [path: string, sha256: string])[];
  readonly layout: TableLayout;
  readonly bytes: Uint8Array;
  readonly line: number;
  /** Rows that may be computed; without it every row. */
  readonly most?: number;
}
const MOST_TABLES = 8;
const given = workerData as Given;
const tools = new Map<string, Promise<RuntimeTool>>();
const works = new Map<string, ChunkWork>();

function toolOf(name: string): Promise<RuntimeTool> {
  const known = tools.get(name) ?? loaded(name);
  tools.set(name, known);
  return known;
}

async function loaded(name: string): Promise<RuntimeTool> {
  if ("files" in given) return pinnedTool(given, name);
  const { folder, dataDir } = given;
  const { set } = await openSet(folder, { dataDir, only: name });
  const tool = set?.tools.get(name);
  if (tool === undefined) throw new Error(`the definitions have no ${name} any more`);
  return tool;
}

async function workOf({ table, tool: name, files, layout }: Task): Promise<ChunkWork> {
  const tool = await toolOf(name);
  const own = new Map(tool.facts.files);
  if (files?.some(([path, sha256]) => own.get(path) !== sha256))
    throw new Error(`the definition of ${name} has changed since the work on the table began`);
  const work = works.get(table) ?? chunkWork(tool, layout);
  works.delete(table);
  works.set(table, work);
  for (const oldest of works.keys()) if (works.size > MOST_TABLES) works.delete(oldest);
  return work;
}

answerRequests(
  async (task: Task) => (await workOf(task))(task.bytes, task.line, task.most),
  (done: ChunkDone) => [done.bytes.buffer as ArrayBuffer],
);
