// Jobs: whole tables that are computed part by part, while nobody waits. What a queue of them must do, whether it is a file
// of this machine or a Redis that several share.
import type { ChunkDone } from "../../tables/chunk.js";
import type { ColumnTypes } from "../../tables/column-types.js";
import type { TableForm } from "../../tables/forms.js";
import type { Layout } from "../../tables/layout.js";
import { addTally, emptyTally, type Tally } from "../../tables/tally.js";

export type JobState = "waiting" | "running" | "done" | "cancelled" | "failed";
export type JobForm = TableForm;

/** Times are milliseconds since 1970. */
export interface Job {
  readonly id: string;
  /** Who sent it and may ask for it; left out where the service counts nobody's calls. */
  readonly owner?: string;
  readonly tool: string;
  /** Hash of the definition: parts are computed by this very one or not at all. */
  readonly definition: string;
  readonly layout: Layout;
  /** What stands before the first row of the results. */
  readonly head: string;
  /** The form of the results, and the types of the table's columns where they are known. */
  readonly form: JobForm;
  readonly types: ColumnTypes;
  readonly rows: number;
  readonly carried: readonly string[];
  /** What was understood of the table beyond what it says. */
  readonly notes: readonly string[];
  readonly created: number;
  readonly expires: number;
}

/** Some rows of a table, and the number of the first line among them. */
export interface Part {
  readonly bytes: Uint8Array;
  readonly line: number;
}

export interface JobProgress {
  readonly job: Job;
  readonly state: JobState;
  readonly parts: number;
  readonly done: number;
  readonly tally: Tally;
  readonly failure: string | undefined;
}

export interface PartTask extends Part {
  readonly job: Job;
  readonly number: number;
}
export type PartWork = (task: PartTask) => Promise<ChunkDone>;

export interface JobQueue {
  /** Takes a job with all its parts: whole, or not at all. */
  add(job: Job, parts: readonly Part[]): Promise<void>;
  read(id: string): Promise<JobProgress | undefined>;
  /** Parts that nobody has begun are not computed any more. */
  cancel(id: string): Promise<JobProgress | undefined>;
  /** The results of a part. */
  result(id: string, number: number): Promise<Uint8Array | undefined>;
  /** Parts of all jobs that are still to be computed. */
  open(): Promise<number>;
  /**
   * Works on parts, so many at a time, until it is stopped. A part whose worker dies is given to another; the answer that
   * comes first is kept, and since equal parts give equal bytes it does not matter whose it is.
   */
  work(work: PartWork, atOnce: number): Promise<Working>;
  /** Forgets jobs past their time. */
  purge(now: number): Promise<void>;
  close(): Promise<void>;
}

export interface Working {
  /** Takes no more parts, and waits for those under way. */
  stop(): Promise<void>;
}

/** Times that a part is tried whose worker fails, rather than dies. */
export const MOST_TRIES = 10;
/** Milliseconds after which a part is given to another worker. */
export const LEASE_MS = 5000;
export const RETRY_MS = 1000;

export function stateOf(stored: "open" | "cancelled" | "failed", parts: number, done: number): JobState {
  if (done === parts) return "done";
  if (stored !== "open") return stored;
  return done === 0 ? "waiting" : "running";
}

export function sumOf(tallies: Iterable<string>): Tally {
  const whole = emptyTally();
  for (const text of tallies) addTally(whole, JSON.parse(text) as Tally);
  return whole;
}

/** What is kept of the tally of a part: the values for a figure are not. */
export function tallyText(tally: Tally): string {
  return JSON.stringify({ ...tally, samples: {} });
}
