// The jobs of a service that runs: its queue, the threads of this process that work on it, and the forgetting of old jobs.
import type { StoreSettings } from "../../access/open.js";
import type { RuntimeSet } from "../../engine/run/tool.js";
import { openQueue } from "./open.js";
import type { JobQueue } from "./queue.js";
import type { WorkerOptions } from "./worker.js";

export interface Jobs {
  readonly queue: JobQueue;
  /** The definitions have changed: from now on these are computed with. */
  use(set: RuntimeSet): Promise<void>;
  close(): Promise<void>;
}

const PURGE_MS = 10 * 60 * 1000;

export async function openJobs(
  settings: StoreSettings,
  options: WorkerOptions,
  failed: (error: unknown) => void,
): Promise<Jobs> {
  const queue = await openQueue(settings, failed);
  const purge = () => queue.purge(Date.now()).catch(failed);
  const timer = setInterval(purge, PURGE_MS);
  timer.unref();
  await purge();
  const { startWorking } = await import("./worker.js");
  const working = options.threads === 0 ? undefined : await startWorking(queue, options);
  return {
    queue,
    use: async (set) => working?.use(set),
    close: async () => {
      clearInterval(timer);
      await working?.stop();
      await queue.close();
    },
  };
}
