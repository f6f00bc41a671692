// The disk as the store sees it: the steps of SqliteDisk, each with an answer that comes later, and what can go wrong.
import { Late } from "./deadline.js";
import { type DiskFile, SqliteDisk } from "./sqlite-disk.js";
import { codeOf } from "./sqlite-schema.js";

const STEPS = ["load", "news", "insert", "change", "usage", "usageOf", "add", "close"] as const;
export type Step = (typeof STEPS)[number];
type Later<F> = F extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;
export type Disk = { readonly [K in Step]: Later<SqliteDisk[K]> };

/** What the thread is asked. */
export interface DiskStep {
  readonly step: Step;
  readonly args: readonly unknown[];
}

/** Done in this thread, which waits: for commands, and for what is in memory. */
export function diskHere(file: DiskFile): Disk {
  const disk = new SqliteDisk(file);
  return diskOf(async (step, args) => doStep(disk, step, args));
}

export function doStep(disk: SqliteDisk, step: Step, args: readonly unknown[]): unknown {
  const work = disk[step] as (...given: readonly unknown[]) => unknown;
  return work.apply(disk, [...args]);
}

/** Whether it is the disk that fails, and not what was asked of it. */
export function isDiskFault(error: unknown): boolean {
  const code = codeOf(error);
  return error instanceof Late || (code.startsWith("SQLITE_") && !code.startsWith("SQLITE_CONSTRAINT"));
}

/** What went wrong, in words for an operator. */
export function diskFault(error: unknown): string {
  if (error instanceof Late) return `The disk gives ${error.message}.`;
  const code = codeOf(error);
  if (code === "SQLITE_FULL") return "The disk is full.";
  if (code === "SQLITE_BUSY") return "Another process holds the database.";
  if (code === "SQLITE_CORRUPT" || code === "SQLITE_NOTADB") return "The database is damaged.";
  if (code === "SQLITE_READONLY") return "The database cannot be written.";
  if (code.startsWith("SQLITE_IOERR")) return "The disk fails.";
  return error instanceof Error ? error.message : String(error);
}

export function diskOf(ask: (step: Step, args: readonly unknown[]) => Promise<unknown>): Disk {
  const steps = STEPS.map((step) => [step, (...args: readonly unknown[]) => ask(step, args)]);
  return Object.fromEntries(steps) as Disk;
}
