// Works on the parts of jobs, in threads, with the very definitions that they were sent for.
import { pinned } from "../../build/pinned.js";
import { identityOf } from "../../definitions/identity.js";
import type { RuntimeSet } from "../../engine/run/tool.js";
import { Threads } from "../../tables/workers.js";
import type { ServedSet } from "./intake-thread.js";
import { type JobQueue, PartFault, type Working } from "./queue.js";

export interface JobWorker extends Working {
  /** Jobs that are sent from now on are of these definitions. Those before are finished with theirs. */
  use(set: ServedSet): Promise<void>;
}

/** Sets whose jobs are still computed; whoever reloads more often waits for none of them. */
const MOST_SETS = 3;
/** Milliseconds that a part may take, however slow the machine, and mebibytes that a thread may hold. */
const PART_MS = 60_000;
const PART_MIB = 512;

export function servedSet(set: RuntimeSet): ServedSet {
  const hashes = [...set.tools].map(([name, tool]) => [name, identityOf(set, tool).sha256]);
  return { pinned: pinned(set), hashes: Object.fromEntries(hashes) };
}

/** Works until it is stopped. */
export async function startWorking(queue: JobQueue, first: ServedSet, threads: number): Promise<JobWorker> {
  const crewOf = ({ pinned: given, hashes }: ServedSet) => ({
    hashes,
    threads: new Threads(given, threads, { deadlineMs: PART_MS, memoryMb: PART_MIB }),
  });
  const crews = [crewOf(first)];
  const working = await queue.work(({ job, bytes, line }) => {
    const crew = crews.find(({ hashes }) => hashes[job.tool] === job.definition);
    if (crew === undefined)
      throw new PartFault(`the definition of ${job.tool} has changed since the table was sent`);
    return crew.threads.work({ table: job.id, tool: job.tool, layout: job.layout, bytes, line });
  }, threads);
  return {
    use: async (next) => {
      crews.unshift(crewOf(next));
      await Promise.all(crews.splice(MOST_SETS).map((crew) => crew.threads.close()));
    },
    stop: async () => {
      await working.stop();
      await Promise.all(crews.map((crew) => crew.threads.close()));
    },
  };
}
