// Jobs in the process of a test, as a service has them in one of their own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SHIPPED } from "../../src/build/form.js";
import type { CallbackSettings } from "../../src/server/jobs/callbacks.js";
import { JobService } from "../../src/server/jobs/job-service.js";
import { openQueue, type QueueSettings } from "../../src/server/jobs/open.js";
import type { JobQueue, Refund } from "../../src/server/jobs/queue.js";
import { Spool } from "../../src/server/jobs/spool.js";
import { servedSet } from "../../src/server/jobs/worker.js";
import { ownSet } from "./own-definitions.js";

export interface TestJobs {
  readonly service: JobService;
  readonly spool: Spool;
  readonly queue: JobQueue;
  readonly refunds: Refund[];
  /** What was said of receivers of callbacks. */
  readonly told: string[];
  close(): Promise<void>;
}

/** A fault that nobody waits for ends the test. */
const fails = (error: unknown) => {
  throw error;
};

export async function openJobs(
  settings: QueueSettings = { dataDir: ":memory:" },
  threads = 0,
  failed: (error: unknown) => void = fails,
  callbacks?: CallbackSettings,
): Promise<TestJobs> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-spool-"));
  const spool = new Spool(folder);
  const refunds: Refund[] = [];
  const told: string[] = [];
  let queue: JobQueue | undefined;
  const open = async (heard: (error: unknown) => void) => {
    queue = await openQueue(settings, heard);
    return queue;
  };
  const service = await JobService.open(open, {
    // Built with the tests: nobody waits for a tool to be compiled.
    set: servedSet({ ...ownSet(), built: SHIPPED }),
    threads,
    refund: (all) => refunds.push(...all),
    ...{ failed, callbacks, told: (message) => told.push(message) },
  });
  if (queue === undefined) throw new Error("nothing was opened");
  return {
    ...{ service, spool, queue, refunds, told },
    close: async () => {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
