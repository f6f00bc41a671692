// Works on the parts of jobs, in threads, with the definitions that this machine has.

import { identityOf } from "../../definitions/identity.js";
import type { RuntimeSet } from "../../engine/run/tool.js";
import { Threads } from "../../tables/workers.js";
import type { JobQueue, Working } from "./queue.js";

export interface WorkerOptions {
  readonly set: RuntimeSet;
  readonly folder: string;
  readonly dataDir: string | undefined;
  readonly threads: number;
}

export interface JobWorker extends Working {
  /** Computes with other definitions from now on. */
  use(set: RuntimeSet): Promise<void>;
}

/** Works until it is stopped. Parts of a job that was sent for other definitions are left to those who have them. */
export async function startWorking(queue: JobQueue, options: WorkerOptions): Promise<JobWorker> {
  const { folder, dataDir, threads } = options;
  let { set } = options;
  let workers = new Threads({ folder, dataDir }, threads);
  const working = await queue.work(({ job, bytes, line }) => {
    const tool = set.tools.get(job.tool);
    if (tool === undefined || identityOf(set, tool).sha256 !== job.definition)
      throw new Error(`the definition of ${job.tool} has changed since the job was sent`);
    const files = [...tool.facts.files];
    return workers.work({ table: job.id, tool: job.tool, files, layout: job.layout, bytes, line });
  }, threads);
  return {
    use: async (next) => {
      const before = workers;
      set = next;
      workers = new Threads({ folder, dataDir }, threads);
      // Parts under way there are tried again here.
      await before.close();
    },
    stop: async () => {
      await working.stop();
      await workers.close();
    },
  };
}
