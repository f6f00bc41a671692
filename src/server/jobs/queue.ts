// Jobs: whole tables that are computed part by part, while nobody waits. What a queue of them must do, whether it is a file
// of this machine or a Redis that several share.
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ChunkDone } from "../../tables/chunk.js";
import type { ColumnTypes } from "../../tables/column-types.js";
import type { TableForm } from "../../tables/forms.js";
import type { TableLayout } from "../../tables/layout.js";
import { addTally, emptyTally, type Tally } from "../../tables/tally.js";

export type JobState = "waiting" | "running" | "done" | "cancelled" | "failed";

/** Times are milliseconds since 1970. */
export interface Job {
  readonly id: string;
  /** Who sent it and may ask for it; empty where the service counts nobody's calls. */
  readonly owner: string;
  readonly tool: string;
  /** Hash of the definition: parts are computed by this very one or not at all. */
  readonly definition: string;
  readonly layout: TableLayout;
  /** What stands before the first row of the results. */
  readonly head: string;
  /** The form of the results, and the types of the table's columns where they are known. */
  readonly form: TableForm;
  readonly types: ColumnTypes;
  readonly rows: number;
  readonly carried: readonly string[];
  /** What was understood of the table beyond what it says. */
  readonly notes: readonly string[];
  /** When its rows were counted as calls. */
  readonly counted: number;
  readonly created: number;
  readonly expires: number;
  /** Where its sender wants to be told of its end. */
  readonly callback?: string;
}

/** A name that the sender gave a request, so that it is done once however often it is sent, and the hash of what was sent. */
export interface Retry {
  readonly key: string;
  readonly content: string;
}

/** Some rows of a table, compressed, and the number of the first line among them. */
export interface JobPart {
  readonly bytes: Uint8Array;
  readonly line: number;
}

/** What is known of a job without looking at its parts. */
export interface JobBrief {
  readonly job: Job;
  readonly state: JobState;
  readonly parts: number;
  readonly done: number;
}

export interface JobProgress extends JobBrief {
  readonly tally: Tally;
  /** Bytes of the results so far. */
  readonly bytes: number;
  readonly failure: string | undefined;
}

/** A part as it is computed: not compressed. */
export interface PartTask extends JobPart {
  readonly job: Job;
  readonly number: number;
}
export type PartWork = (task: PartTask) => Promise<ChunkDone>;

/** Calls that were counted for rows of a job that has ended without computing them. */
export interface Refund {
  readonly owner: string;
  readonly calls: number;
  readonly counted: number;
}

export interface JobQueue {
  /** Takes a job with all its parts: whole, or not at all. */
  add(job: Job, parts: readonly JobPart[], retry?: Retry): Promise<void>;
  /** The job that this caller sent under this name, and what was sent. */
  find(owner: string, key: string): Promise<{ readonly id: string; readonly content: string } | undefined>;
  /** Bytes that the tables and results of a caller take up. */
  stored(owner: string): Promise<number>;
  read(id: string): Promise<JobProgress | undefined>;
  /** The newest jobs of a caller, that one first. */
  list(owner: string): Promise<readonly JobBrief[]>;
  /** Parts that nobody has begun are not computed any more. */
  cancel(id: string): Promise<JobProgress | undefined>;
  /** The results of a part. */
  result(id: string, number: number): Promise<Uint8Array | undefined>;
  /** Parts of all jobs that are still to be computed. */
  open(): Promise<number>;
  /**
   * Works on parts, so many at a time, until it is stopped: one caller's after another's, however many each has. A part whose
   * worker dies is given to another, but not without end; the answer that comes first is kept, and since equal parts give
   * equal bytes it does not matter whose it is.
   */
  work(work: PartWork, atOnce: number): Promise<Working>;
  /** What is to be given back since this was last asked, by anybody. */
  refunds(): Promise<readonly Refund[]>;
  /** Forgets jobs past their time. */
  purge(now: number): Promise<void>;
  close(): Promise<void>;
}

export interface Working {
  /** Takes no more parts, and waits for those under way. */
  stop(): Promise<void>;
}

/** Why a part was not computed, in words for whoever sent it. Any other error is ours, and nothing of it is told. */
export class PartFault extends Error {}

export function reasonOf(error: unknown): string {
  return error instanceof PartFault ? error.message : "the service failed on them";
}

/** Jobs that are listed. */
export const MOST_LISTED = 100;
/** Times that a part is given to a worker that fails or dies. */
export const MOST_TRIES = 5;
/** Milliseconds after which a part is given to another worker. */
export const LEASE_MS = 5000;
export const RETRY_MS = 1000;
export const WORKER_DIED = "its worker ended";

/** What is written of it: how far an open one is, its parts tell. */
export type StoredState = "open" | "cancelled" | "failed";

export function storedBrief(data: string, stored: StoredState, parts: number, done: number): JobBrief {
  const open = done === parts ? "done" : done === 0 ? "waiting" : "running";
  return { job: JSON.parse(data) as Job, state: stored === "open" ? open : stored, parts, done };
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

export const EXPIRED = "The job was not computed in time. Nothing of it is charged.";

/** Why a job has failed, for its sender: where, and nothing of the inside. */
export function failureAt(line: number, reason: string): string {
  return `The rows from line ${line} on could not be computed: ${reason}. Nothing of the table is charged.`;
}

/** Tables are texts, and a fifth of their length compressed. */
export function packed(bytes: Uint8Array): Buffer {
  return deflateRawSync(bytes, { level: 1 });
}

export function unpacked(bytes: Uint8Array): Buffer {
  return inflateRawSync(bytes);
}
