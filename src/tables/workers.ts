// Computes the parts of a table in this thread or in threads on several cores.
import { type Pinned, pinned } from "../build/pinned.js";
import type { RuntimeSet, RuntimeTool } from "../engine/run/tool.js";
import { type PoolOptions, ThreadPool } from "../threads/pool.js";
import { type ChunkDone, chunkWork } from "./chunk.js";
import type { TableLayout } from "./layout.js";
import type { Task } from "./worker-thread.js";

export interface TableWorkers {
  work(bytes: Uint8Array, line: number): Promise<ChunkDone>;
  close(): Promise<void>;
}

export function tableWorkers(
  set: RuntimeSet,
  tool: RuntimeTool,
  layout: TableLayout,
  count: number,
): TableWorkers {
  if (count === 1) {
    const work = chunkWork(tool, layout);
    return {
      work: async (bytes, line) => {
        // Signals and output get their turn between two parts.
        await new Promise((resolve) => setImmediate(resolve));
        return work(bytes, line);
      },
      close: async () => undefined,
    };
  }
  const threads = new Threads(pinned(set), count);
  return {
    work: (bytes, line) => threads.work({ table: "", tool: tool.name, layout, bytes, line }),
    close: () => threads.close(),
  };
}

/** Parts that a thread has: the one it works on, and the next. */
const WITH_THREAD = 2;

/** Threads that work on parts of any tables. */
export class Threads {
  private readonly pool: ThreadPool<Task, ChunkDone>;

  constructor(data: Pinned, threads: number, bounds: Pick<PoolOptions, "deadlineMs" | "memoryMb"> = {}) {
    const file = new URL("./worker-thread.js", import.meta.url);
    const name = "a thread that works on tables";
    const options = { file, data, name, threads, perThread: WITH_THREAD };
    this.pool = new ThreadPool({ ...options, ...bounds });
  }

  work(part: Task): Promise<ChunkDone> {
    // A message would carry the whole buffer that these bytes are a part of.
    return this.pool.request({ ...part, bytes: new Uint8Array(part.bytes) });
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
