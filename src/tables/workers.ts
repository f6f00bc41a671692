// Who works on the parts of a table: this thread, and threads on other cores.
import type { RuntimeTool } from "../engine/run/tool.js";
import { type PoolOptions, ThreadPool } from "../threads/pool.js";
import { type ChunkDone, chunkWork } from "./chunk.js";
import type { Layout } from "./layout.js";
import type { Given, Task } from "./worker-thread.js";

export interface TableWorkers {
  work(bytes: Uint8Array, line: number): Promise<ChunkDone>;
  /** Takes the bytes of a result back that are no longer needed: new ones for each part cost as much as writing them. */
  recycle(bytes: Uint8Array): void;
  close(): Promise<void>;
}

/** Parts that a thread has: the one it works on, and the next. */
const WITH_THREAD = 2;

interface Part {
  readonly bytes: Uint8Array;
  readonly line: number;
  readonly resolve: (done: ChunkDone) => void;
  readonly reject: (error: Error) => void;
}

/** This thread, and so many others beside it that all together are `count`; who is free takes the next part. */
export function tableWorkers(tool: RuntimeTool, layout: Layout, given: Given, count: number): TableWorkers {
  const work = chunkWork(tool, layout);
  const threads = new Threads(given, count - 1);
  const parts: Part[] = [];
  const spares: Uint8Array[] = [];
  let busy = false;
  const share = () => {
    while (parts.length > 0) {
      const free = threads.hasRoom;
      if (busy && !free) return;
      const { bytes, line, resolve, reject } = parts.shift() as Part;
      if (free)
        threads
          .work({ table: "", tool: tool.name, layout, bytes, line, spare: spares.pop() })
          .then(resolve, reject)
          .finally(share);
      else {
        busy = true;
        // Signals, output and other threads get their turn between two parts.
        setImmediate(() => {
          try {
            resolve(work(bytes, line, spares.pop()));
          } catch (error) {
            reject(error as Error);
          }
          busy = false;
          share();
        });
      }
    }
  };
  return {
    work: (bytes, line) =>
      new Promise((resolve, reject) => {
        parts.push({ bytes, line, resolve, reject });
        share();
      }),
    recycle: (bytes) => spares.push(bytes),
    close: () => threads.close(),
  };
}

const THREAD = new URL("./worker-thread.js", import.meta.url);

/** Threads that work on parts of any tables. */
export class Threads {
  private readonly pool: ThreadPool<Task, ChunkDone>;

  constructor(data: Given, threads: number, bounds: Pick<PoolOptions, "deadlineMs" | "memoryMb"> = {}) {
    const name = "a thread that works on tables";
    this.pool = new ThreadPool({
      file: THREAD,
      data,
      name,
      threads,
      perThread: WITH_THREAD,
      keepsProcess: true,
      ...bounds,
    });
  }

  work(part: Task): Promise<ChunkDone> {
    const bytes = new Uint8Array(part.bytes);
    const spare = part.spare?.buffer as ArrayBuffer | undefined;
    return this.pool.request(
      { ...part, bytes },
      spare === undefined ? [bytes.buffer] : [bytes.buffer, spare],
    );
  }

  get hasRoom(): boolean {
    return this.pool.hasRoom;
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
