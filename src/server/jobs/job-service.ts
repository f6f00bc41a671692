// The service of the jobs: takes tables in, hands parts to threads, and tells what has become of them. It is the whole of a process
// of its own, which the service asks; what goes wrong here is felt by nobody who asks for something else.
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { ThreadPool, TookTooLong } from "../../threads/pool.js";
import { messageOf } from "../../wording/wording.js";
import { problem } from "../http/problems.js";
import { type CallbackSettings, Callbacks } from "./callbacks.js";
import type { Intake, IntakeAnswer, IntakeQuestion, RefusedTable, ServedSet } from "./intake-thread.js";
import type { Job, JobPart, JobProgress, JobQueue, Refund, Retry } from "./queue.js";
import { type JobWorker, startWorking } from "./worker.js";

/** A table that was read and counted, and waits for its sender to be admitted. */
export interface Prepared {
  readonly id: string;
  readonly rows: number;
  /** Bytes that it takes up. */
  readonly bytes: number;
}

/** Jobs do not work for the moment; whatever else the service does is not touched. */
export class JobsAway extends Error {}

/** What the service asks of its jobs. Whoever cannot be answered gets a JobsAway. */
export interface Jobs extends Pick<JobQueue, "find" | "stored" | "read" | "list" | "cancel" | "result"> {
  /** Reads and counts the table in a file. What it has prepared is forgotten unless it is accepted soon. */
  prepare(sent: Intake): Promise<RefusedTable | Prepared>;
  /** Takes a prepared table as a job of this caller. */
  accept(id: string, owner: string, counted: number, retry?: Retry): Promise<JobProgress>;
  /** Writes the results into a file, in a form that is no text. */
  write(id: string, file: string): Promise<void>;
  /** Nobody waits any more for what is written into this file. */
  stopWriting(file: string): Promise<void>;
  /** The definitions have changed: from now on these are computed with. */
  use(set: ServedSet): Promise<void>;
  /** What is wrong, told from memory; undefined where nothing is. */
  health(): string | undefined;
  close(): Promise<void>;
}

export interface JobServiceOptions {
  readonly set: ServedSet;
  /** Threads that compute; none where others do. */
  readonly threads: number;
  /** Hears what is to be given back to callers. */
  readonly refund: (refunds: readonly Refund[]) => void;
  readonly failed: (error: unknown) => void;
  readonly callbacks?: CallbackSettings | undefined;
  /** Hears of receivers that cannot be reached: that is no fault of the jobs. */
  readonly told: (message: string) => void;
}

const INTAKE = new URL("./intake-thread.js", import.meta.url);
const INTAKE_MS = 60_000;
const INTAKE_MIB = 1024;
/** Milliseconds that a prepared table is kept for. */
const PREPARED_MS = 30_000;
/** Bytes of all tables that are prepared; compressed, a few of the largest. */
const MOST_PREPARED = 256 * 1024 * 1024;
const LOOK_MS = 1000;
const PURGE_MS = 10 * 60 * 1000;
/** Milliseconds after a fault in which it counts as lasting. */
const FAULT_MS = 3000;
/** Parts that may wait; beyond them no job is taken. */
const MOST_OPEN = 200_000;

interface Waiting {
  readonly job: Job;
  readonly parts: readonly JobPart[];
  readonly bytes: number;
  readonly timer: NodeJS.Timeout;
}

export class JobService implements Jobs {
  private readonly prepared = new Map<string, Waiting>();
  private readonly timers: readonly NodeJS.Timeout[];
  private readonly callbacks: Callbacks;
  /** By the file that is written into. */
  private readonly writing = new Map<string, AbortController>();
  private set: ServedSet;
  private intake: ThreadPool<IntakeQuestion, IntakeAnswer | null>;
  private fault: { readonly message: string; readonly at: number } | undefined;

  readonly find: Jobs["find"] = (owner, key) => this.queue.find(owner, key);
  readonly stored: Jobs["stored"] = (owner) => this.queue.stored(owner);
  readonly read: Jobs["read"] = (id) => this.queue.read(id);
  readonly list: Jobs["list"] = (owner) => this.queue.list(owner);
  readonly cancel: Jobs["cancel"] = (id) => this.queue.cancel(id);
  readonly result: Jobs["result"] = (id, number) => this.queue.result(id, number);

  private constructor(
    private readonly queue: JobQueue,
    private readonly worker: JobWorker | undefined,
    private readonly options: JobServiceOptions,
  ) {
    this.set = options.set;
    this.intake = intakeOf(this.set);
    this.callbacks = new Callbacks(options.callbacks, options.told);
    const look = async () => {
      options.refund(await queue.refunds());
      await this.callbacks.look((id) => queue.read(id));
    };
    const regularly = (work: () => Promise<void>, ms: number) =>
      setInterval(() => work().catch((error: unknown) => this.tell(error)), ms).unref();
    this.timers = [regularly(look, LOOK_MS), regularly(() => queue.purge(Date.now()), PURGE_MS)];
  }

  /** `open` is given what hears of faults that nobody waits for. */
  static async open(
    open: (failed: (error: unknown) => void) => Promise<JobQueue>,
    options: JobServiceOptions,
  ): Promise<JobService> {
    let service: JobService | undefined;
    const failed = (error: unknown) => (service === undefined ? options.failed(error) : service.tell(error));
    const queue = await open(failed);
    const { set, threads } = options;
    const worker = threads === 0 ? undefined : await startWorking(queue, set, threads);
    service = new JobService(queue, worker, options);
    void queue.purge(Date.now()).catch(failed);
    return service;
  }

  async prepare(sent: Intake): Promise<RefusedTable | Prepared> {
    const held = [...this.prepared.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    if (held > MOST_PREPARED || (await this.queue.open()) > MOST_OPEN)
      throw new JobsAway("As many tables as may wait are waiting.");
    const answer = await this.readIn(sent);
    if (!("job" in answer)) return answer;
    const { job, parts } = answer;
    const refusal = job.callback === undefined ? undefined : this.callbacks.refusal(job.callback);
    if (refusal !== undefined)
      return { errors: [{ pointer: "/callback", message: refusal }], tool: job.tool };
    const bytes = parts.reduce((sum, part) => sum + part.bytes.length, 0);
    const timer = setTimeout(() => this.prepared.delete(job.id), PREPARED_MS).unref();
    this.prepared.set(job.id, { job, parts, bytes, timer });
    return { id: job.id, rows: job.rows, bytes };
  }

  private async readIn(sent: Intake): Promise<RefusedTable | { job: Job; parts: readonly JobPart[] }> {
    try {
      return (await this.intake.request({ take: sent })) as IntakeAnswer;
    } catch (error) {
      // Its thread has ended with it, and the next table has a new one.
      const { code } = error as { readonly code?: unknown };
      if (!(error instanceof TookTooLong) && code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
      const why = error instanceof TookTooLong ? "takes too long to read" : "needs too much memory";
      return { problem: problem("body-too-large", `The table ${why}. Send it in several.`) };
    }
  }

  async accept(id: string, owner: string, counted: number, retry?: Retry): Promise<JobProgress> {
    const waiting = this.prepared.get(id);
    if (waiting === undefined) throw new JobsAway("The table was prepared too long ago.");
    clearTimeout(waiting.timer);
    this.prepared.delete(id);
    await this.queue.add({ ...waiting.job, owner, counted }, waiting.parts, retry);
    if (waiting.job.callback !== undefined) this.callbacks.watch(id, waiting.job.callback);
    const progress = await this.queue.read(id);
    if (progress === undefined) throw new JobsAway("The job is gone.");
    return progress;
  }

  async write(id: string, file: string): Promise<void> {
    const progress = await this.queue.read(id);
    if (progress === undefined) throw new JobsAway("The job is gone.");
    const { job, parts } = progress;
    const csv = `${file}.csv`;
    // In a thread of its own, which can be ended, and keeps no table from being taken in.
    const thread = intakeOf(this.set);
    const stop = new AbortController();
    stop.signal.addEventListener("abort", () => void thread.close());
    this.writing.set(file, stop);
    try {
      const { signal } = stop;
      await pipeline(piecesOf(this, job, parts), createWriteStream(csv, { mode: 0o600 }), { signal });
      await thread.request({ write: { csv, file, job } });
    } catch (error) {
      // Who has stopped it waits for nothing.
      if (!stop.signal.aborted) throw error;
    } finally {
      this.writing.delete(file);
      await thread.close();
      await rm(csv, { force: true });
      if (stop.signal.aborted) await rm(file, { force: true });
    }
  }

  async stopWriting(file: string): Promise<void> {
    this.writing.get(file)?.abort();
  }

  async use(set: ServedSet): Promise<void> {
    const before = this.intake;
    this.set = set;
    this.intake = intakeOf(set);
    await this.worker?.use(set);
    await before.close();
  }

  health(): string | undefined {
    const { fault } = this;
    return fault === undefined || performance.now() - fault.at > FAULT_MS ? undefined : fault.message;
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.callbacks.close();
    for (const stop of this.writing.values()) stop.abort();
    await this.worker?.stop();
    await this.intake.close();
    await this.queue.close();
  }

  private tell(error: unknown): void {
    this.fault = { message: messageOf(error), at: performance.now() };
    this.options.failed(error);
  }
}

function intakeOf(set: ServedSet): ThreadPool<IntakeQuestion, IntakeAnswer | null> {
  const name = "the thread that takes tables in";
  return new ThreadPool({ file: INTAKE, data: set, name, deadlineMs: INTAKE_MS, memoryMb: INTAKE_MIB });
}

/** The results of a job that is done, from its head on. */
export async function* piecesOf(
  jobs: Pick<Jobs, "result">,
  { id, head }: Job,
  parts: number,
): AsyncGenerator<Buffer> {
  if (head !== "") yield Buffer.from(head);
  for (let number = 0; number < parts; number++) {
    const bytes = await jobs.result(id, number);
    if (bytes === undefined) throw new JobsAway(`Part ${number} of the results is gone.`);
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}
