// A thread that computes parts of tables. It loads a tool when it is first needed, and keeps the work on the last tables.
import { workerData } from "node:worker_threads";
import { type Pinned, pinnedTool } from "../build/pinned.js";
import type { RuntimeTool } from "../engine/run/tool.js";
import { answerRequests } from "../threads/thread.js";
import { type ChunkDone, type ChunkWork, chunkWork } from "./chunk.js";
import type { TableLayout } from "./layout.js";

export interface Task {
  /** Identifies the table. */
  readonly table: string;
  readonly tool: string;
  readonly layout: TableLayout;
  readonly bytes: Uint8Array;
  readonly line: number;
  /** Rows that may be computed; without it every row. */
  readonly most?: number;
}
const MOST_TABLES = 8;
const definitions = workerData as Pinned;
const tools = new Map<string, Promise<RuntimeTool>>();
const works = new Map<string, ChunkWork>();

function toolOf(name: string): Promise<RuntimeTool> {
  const known = tools.get(name) ?? pinnedTool(definitions, name);
  tools.set(name, known);
  return known;
}

async function workOf({ table, tool, layout }: Task): Promise<ChunkWork> {
  const work = works.get(table) ?? chunkWork(await toolOf(tool), layout);
  works.delete(table);
  works.set(table, work);
  for (const oldest of works.keys()) if (works.size > MOST_TABLES) works.delete(oldest);
  return work;
}

answerRequests(
  async (task: Task) => (await workOf(task))(task.bytes, task.line, task.most),
  (done: ChunkDone) => [done.bytes.buffer as ArrayBuffer],
);
