// Loaded with --import; writes the resource usage of the process to USAGE_FILE at its end.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

export interface Usage {
  /** Milliseconds of processor time, all threads together. */
  readonly cpu: number;
  /** Peak memory in MB. */
  readonly peak: number;
}

const file = process.env.USAGE_FILE;
if (isMainThread && file !== undefined)
  process.once("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage: Usage = { cpu: (userCPUTime + systemCPUTime) / 1000, peak: maxRSS / 1024 };
    writeFileSync(file, JSON.stringify(usage));
  });
