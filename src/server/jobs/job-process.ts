// The code of the process that has the jobs: it opens their queue, works on it and answers the service, and ends with it.
import { setPriority } from "node:os";
import { messageOf } from "../../wording/wording.js";
import type { ServedSet } from "./intake-thread.js";
import { JobService } from "./job-service.js";
import type { Asking, Beginning, FromJobs, JobSettings } from "./messages.js";
import { openQueue } from "./open.js";

/** Below whoever answers calls. */
const PRIORITY = 10;
const HEALTH_MS = 1000;

let jobs: Promise<JobService> | undefined;
const tell = (message: FromJobs) => {
  // The service may have ended.
  if (process.connected) process.send?.(message);
};

function start(settings: JobSettings, set: ServedSet): Promise<JobService> {
  return JobService.open((failed) => openQueue(settings, failed), {
    set,
    threads: settings.threads,
    callbacks: settings.callbacks,
    told: (told) => tell({ told }),
    refund: (refunds) => {
      if (refunds.length > 0) tell({ refunds });
    },
    failed: (error) => tell({ fault: messageOf(error) }),
  });
}

async function answer({ id, step, args }: Asking): Promise<void> {
  try {
    const opened = await jobs;
    if (opened === undefined) throw new Error("nothing was opened");
    const work = opened[step] as (...given: readonly unknown[]) => Promise<unknown>;
    tell({ id, done: await work.apply(opened, [...args]) });
    if (step === "close") process.exit(0);
  } catch (error) {
    tell({ id, failed: messageOf(error) });
  }
}

process.on("message", (message: Asking | Beginning) => {
  if ("step" in message) {
    void answer(message);
    return;
  }
  jobs = start(message.settings, message.set);
  void jobs.then((opened) => setInterval(() => tell({ health: opened.health() }), HEALTH_MS));
  // One that cannot be opened is told, and tried again by a new process.
  jobs.catch((error: unknown) => {
    tell({ fault: messageOf(error) });
    process.exitCode = 1;
    process.disconnect();
    process.exit();
  });
});
// A service that is killed takes its jobs with it: what was not written is done again.
process.on("disconnect", () => process.exit(0));
// Signals of the terminal are for the service, which closes this process.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
try {
  setPriority(PRIORITY);
} catch {
  // Not every system allows it; the work is the same.
}
