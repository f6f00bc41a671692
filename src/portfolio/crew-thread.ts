// A thread that works on parts of a table.
import { parentPort, workerData } from "node:worker_threads";
import { openSet } from "../build/open.js";
import { messageOf } from "../wording.js";
import { type ChunkDone, chunkWork } from "./chunk.js";
import type { Layout } from "./layout.js";

/** What a thread is told when it starts. */
export interface Given {
  readonly folder: string;
  readonly dataDir: string | undefined;
  readonly tool: string;
  readonly layout: Layout;
}
export interface Task {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly line: number;
}
export type Answer =
  | { readonly id: number; readonly done: ChunkDone }
  | { readonly id: number; readonly failed: string };

const { folder, dataDir, tool: name, layout } = workerData as Given;
const { set } = await openSet(folder, { dataDir, only: name });
const tool = set?.tools.get(name);
if (tool === undefined) throw new Error(`the definitions in ${folder} have changed`);
const work = chunkWork(tool, layout);

parentPort?.on("message", ({ id, bytes, line }: Task) => {
  try {
    const done = work(bytes, line);
    const own = Uint8Array.from(done.bytes);
    parentPort?.postMessage({ id, done: { ...done, bytes: own } } satisfies Answer, [own.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, failed: messageOf(error) } satisfies Answer);
  }
});
