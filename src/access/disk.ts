// The asynchronous interface to SqliteDisk.
import { type DiskFile, SqliteDisk } from "./sqlite-disk.js";

const STEPS = ["load", "news", "insert", "change", "usage", "usageOf", "add", "close"] as const;
export type Step = (typeof STEPS)[number];
type Later<F> = F extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;
export type Disk = { readonly [K in Step]: Later<SqliteDisk[K]> };

/** A request to the thread. */
export interface DiskStep {
  readonly step: Step;
  readonly args: readonly unknown[];
}

/** Runs steps in this thread: for commands and for databases in memory. */
export function diskHere(file: DiskFile): Disk {
  const disk = new SqliteDisk(file);
  return diskOf(async (step, args) => doStep(disk, step, args));
}

export function doStep(disk: SqliteDisk, step: Step, args: readonly unknown[]): unknown {
  const work = disk[step] as (...given: readonly unknown[]) => unknown;
  return work.apply(disk, [...args]);
}

export function diskOf(ask: (step: Step, args: readonly unknown[]) => Promise<unknown>): Disk {
  const steps = STEPS.map((step) => [step, (...args: readonly unknown[]) => ask(step, args)]);
  return Object.fromEntries(steps) as Disk;
}
