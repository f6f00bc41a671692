// Who works on the parts of a table: this thread alone, or threads on other cores. Each loads the tool once.
import { Worker } from "node:worker_threads";
import type { ServedTool } from "../engine/run/tool.js";
import { type ChunkDone, chunkWork } from "./chunk.js";
import type { Answer, Given, Task } from "./crew-thread.js";
import type { Layout } from "./layout.js";

export interface Crew {
  work(bytes: Uint8Array, line: number): Promise<ChunkDone>;
  close(): Promise<void>;
}

const THREAD = new URL("./crew-thread.js", import.meta.url);

export function alone(tool: ServedTool, layout: Layout): Crew {
  const work = chunkWork(tool, layout);
  return {
    // Signals and output get their turn between two parts.
    work: (bytes, line) => new Promise((resolve) => setImmediate(() => resolve(work(bytes, line)))),
    close: async () => undefined,
  };
}

interface Waiting {
  readonly resolve: (done: ChunkDone) => void;
  readonly reject: (error: Error) => void;
}

export function crewOf(given: Given, threads: number): Crew {
  const waiting = new Map<number, Waiting>();
  let failed: Error | undefined;
  const fail = (error: Error) => {
    failed ??= error;
    for (const { reject } of waiting.values()) reject(failed);
    waiting.clear();
  };
  const members = Array.from({ length: threads }, () => {
    const worker = new Worker(THREAD, { workerData: given });
    const member = { worker, busy: 0 };
    worker.on("message", (answer: Answer) => {
      member.busy--;
      const one = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("failed" in answer) one?.reject(new Error(answer.failed));
      else one?.resolve(answer.done);
    });
    worker.on("error", fail);
    worker.on("exit", (code) => fail(new Error(`a thread ended with ${code}`)));
    return member;
  });
  let asked = 0;
  return {
    work: (bytes, line) =>
      new Promise((resolve, reject) => {
        if (failed !== undefined) return reject(failed);
        const id = asked++;
        waiting.set(id, { resolve, reject });
        const least = members.reduce((best, each) => (each.busy < best.busy ? each : best));
        least.busy++;
        const own = Uint8Array.from(bytes);
        least.worker.postMessage({ id, bytes: own, line } satisfies Task, [own.buffer]);
      }),
    close: async () => {
      await Promise.all(members.map(({ worker }) => worker.terminate()));
    },
  };
}
