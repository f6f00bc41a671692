// The process of the jobs, seen from the service: asked with a deadline, started again when it ends, and never waited for by
// anything but /v1/jobs.
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { messageOf } from "../../wording/wording.js";
import type { ServedSet } from "./intake-thread.js";
import { type Jobs, JobsAway } from "./job-service.js";
import type { Asking, FromJobs, JobSettings, JobStep } from "./messages.js";
import type { Refund } from "./queue.js";

export interface SupervisorOptions {
  readonly settings: JobSettings;
  readonly set: ServedSet;
  readonly refund: (refunds: readonly Refund[]) => void;
  readonly failed: (message: string) => void;
  /** The code of the process; tests have others. */
  readonly file?: URL;
  readonly deadlines?: Partial<Record<JobStep, number>>;
}

interface Pending {
  readonly resolve: (done: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

const PROCESS = new URL("./job-process.js", import.meta.url);
/** Mebibytes of objects; tables are outside of them. */
const MOST_MIB = 512;
/** Milliseconds after which a process that does not answer is ended. Reading a table and writing one that is no text take long. */
const DEADLINE_MS = 8000;
const DEADLINES: Partial<Record<JobStep, number>> = {
  prepare: 75_000,
  write: 75_000,
  accept: 30_000,
  close: 4000,
};
/** Milliseconds until a process that has ended is started again: more with each time, and few again once one has lived. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
const LIVED_MS = 60_000;

export class JobSupervisor implements Jobs {
  private readonly pending = new Map<number, Pending>();
  private child: ChildProcess | undefined;
  private set: ServedSet;
  private ids = 0;
  private pause = FIRST_PAUSE_MS;
  private restart: NodeJS.Timeout | undefined;
  private fault: string | undefined;
  private closed = false;

  constructor(private readonly options: SupervisorOptions) {
    this.set = options.set;
  }

  prepare = this.step("prepare");
  accept = this.step("accept");
  find = this.step("find");
  stored = this.step("stored");
  read = this.step("read");
  list = this.step("list");
  cancel = this.step("cancel");
  result = this.step("result");
  write = this.step("write");
  stopWriting = this.step("stopWriting");

  /** Starts the process, where the first who asks is not to wait for it. */
  start(): void {
    if (this.child !== undefined || this.restart !== undefined || this.closed) return;
    const started = performance.now();
    let child: ChildProcess;
    try {
      child = this.fork();
    } catch (error) {
      // There is no file descriptor, or no memory, for it.
      this.tell(messageOf(error));
      this.later();
      return;
    }
    this.child = child;
    child.on("message", (message: FromJobs) => this.hear(message));
    // A process that cannot be started, or a channel that is closed: it ends as well.
    child.on("error", (error) => this.ended(child, error.message, started));
    child.once("exit", (code, signal) => this.ended(child, `it ended with ${signal ?? code}`, started));
    child.send({ settings: this.options.settings, set: this.set });
    // The service ends without waiting for it.
    child.unref();
    child.channel?.unref();
  }

  private fork(): ChildProcess {
    return fork(fileURLToPath(this.options.file ?? PROCESS), {
      execArgv: [`--max-old-space-size=${MOST_MIB}`],
      // Buffers travel as they are.
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
  }

  async use(set: ServedSet): Promise<void> {
    this.set = set;
    if (this.child !== undefined) await this.ask("use", [set]);
  }

  health(): string | undefined {
    return this.fault;
  }

  async close(): Promise<void> {
    const { child } = this;
    clearTimeout(this.restart);
    if (child !== undefined) {
      child.channel?.ref();
      await this.ask("close", []).catch(() => undefined);
    }
    this.closed = true;
    child?.kill("SIGKILL");
    this.rejectAll("the service stops");
  }

  private step<K extends Exclude<JobStep, "use" | "close">>(name: K): Jobs[K] {
    return ((...args: readonly unknown[]) => this.ask(name, args)) as Jobs[K];
  }

  private ask(step: JobStep, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new JobsAway("The service stops."));
      this.start();
      const { child } = this;
      // It was started a moment ago and has ended.
      if (child === undefined)
        return reject(new JobsAway(this.fault ?? "The process of the jobs starts again."));
      const id = this.ids++;
      const ms = this.options.deadlines?.[step] ?? DEADLINES[step] ?? DEADLINE_MS;
      const timer = setTimeout(() => this.late(child, step, ms), ms);
      this.pending.set(id, { resolve, reject, timer });
      child.send({ id, step, args } satisfies Asking, (error) => {
        if (error !== null) this.settle(id)?.reject(new JobsAway(error.message));
      });
    });
  }

  private hear(message: FromJobs): void {
    if ("refunds" in message) this.options.refund(message.refunds);
    else if ("fault" in message) this.tell(message.fault);
    else if ("told" in message) this.options.failed(`Jobs: ${message.told}`);
    else if ("health" in message) this.fault = message.health;
    else if ("failed" in message) {
      this.tell(message.failed);
      this.settle(message.id)?.reject(new JobsAway(message.failed));
    } else this.settle(message.id)?.resolve(message.done);
  }

  /** A process that does not answer is of no use: what it has not written is done again by the next. */
  private late(child: ChildProcess, step: JobStep, ms: number): void {
    this.tell(`${step} took more than ${ms} ms`);
    child.kill("SIGKILL");
  }

  private ended(child: ChildProcess, why: string, started: number): void {
    if (this.child !== child) return;
    this.child = undefined;
    child.kill("SIGKILL");
    if (this.closed) return;
    this.tell(this.fault ?? why);
    this.rejectAll(why);
    if (performance.now() - started > LIVED_MS) this.pause = FIRST_PAUSE_MS;
    this.later();
  }

  private later(): void {
    this.restart = setTimeout(() => {
      this.restart = undefined;
      this.start();
    }, this.pause).unref();
    this.pause = Math.min(LONGEST_PAUSE_MS, 2 * this.pause);
  }

  private rejectAll(why: string): void {
    for (const id of [...this.pending.keys()]) this.settle(id)?.reject(new JobsAway(why));
  }

  private settle(id: number): Pending | undefined {
    const asked = this.pending.get(id);
    clearTimeout(asked?.timer);
    this.pending.delete(id);
    return asked;
  }

  /** The same fault again and again is one line of the log. */
  private tell(fault: string): void {
    if (fault !== this.fault) this.options.failed(`Jobs: ${fault}`);
    this.fault = fault;
  }
}
