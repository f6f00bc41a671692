// The disk in a thread that owns the file, so that nobody here waits for a slow disk or for another process.
import { Worker } from "node:worker_threads";
import { type Disk, type DiskAnswer, DiskError, type DiskFile, type DiskQuestion, diskOf } from "./disk.js";

const THREAD = new URL("./disk-thread.js", import.meta.url);

/** Started by the first step, and anew by the next one should it ever end. */
export function diskInThread(file: DiskFile): Disk {
  const waiting = new Map<number, { resolve: (done: never) => void; reject: (error: Error) => void }>();
  let asked = 0;
  let worker: Worker | undefined;
  const ended = (error: Error) => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = () => {
    const started = new Worker(THREAD, { workerData: file });
    started.on("message", (answer: DiskAnswer) => {
      const asker = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("failed" in answer) asker?.reject(new DiskError(answer.failed, answer.code));
      else asker?.resolve(answer.done as never);
    });
    started.on("error", ended);
    started.on("exit", () => ended(new Error("the thread of the store has ended")));
    started.unref();
    return started;
  };
  const disk = diskOf(
    (step, args) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        const id = asked++;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, step, args } satisfies DiskQuestion);
      }),
  );
  return {
    ...disk,
    close: async () => {
      await disk.close();
      await worker?.terminate();
    },
  };
}
