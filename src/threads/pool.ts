// A pool of worker threads, the only one: requests wait in one queue, each is answered by its id or fails, one that takes
// too long is given up with its thread, and a thread that ends is started again by the next request.
import { type TransferListItem, Worker } from "node:worker_threads";
import type { Failure, Question, ThreadAnswer } from "./thread.js";

export interface PoolOptions {
  /** The code of the threads, which calls `answerRequests`. */
  readonly file: URL;
  /** What each thread is given when it starts. */
  readonly data: unknown;
  /** What does the work, in messages: "the thread that explains". */
  readonly name: string;
  readonly threads?: number;
  /** Requests that a thread has at a time: two where it is not to wait for the next one. */
  readonly perThread?: number;
  /** Milliseconds that a request may take, its time in the queue included. */
  readonly deadlineMs?: number;
  /** Mebibytes of objects that a thread may hold. */
  readonly memoryMb?: number;
  /** Whether the process stays for the threads; else it ends when everything else has. */
  readonly keepsProcess?: boolean;
}

/** A request was given up: it, or those before it, took longer than the deadline. */
export class TookTooLong extends Error {}

interface Asked<Q, A> extends Question<Q> {
  readonly moved: readonly TransferListItem[];
  readonly resolve: (done: A) => void;
  readonly reject: (error: Error) => void;
  timer?: NodeJS.Timeout;
}

interface Thread<Q, A> {
  readonly worker: Worker;
  readonly asked: Map<number, Asked<Q, A>>;
}

export class ThreadPool<Q, A> {
  private readonly threads: (Thread<Q, A> | undefined)[];
  private readonly queue: Asked<Q, A>[] = [];
  private readonly perThread: number;
  private ids = 0;
  private closed = false;

  constructor(private readonly options: PoolOptions) {
    this.threads = Array.from({ length: options.threads ?? 1 }, () => undefined);
    this.perThread = options.perThread ?? 1;
  }

  /** Asks the idlest thread, or the first that is free again. What is moved is not copied, and gone here. */
  request(question: Q, moved: readonly TransferListItem[] = []): Promise<A> {
    return new Promise((resolve, reject) => {
      // A thread that is started now would keep the process.
      if (this.closed) return reject(this.stopped());
      const asked: Asked<Q, A> = { id: this.ids++, question, moved, resolve, reject };
      this.setDeadline(asked);
      this.queue.push(asked);
      this.share();
    });
  }

  /** Whether a thread would take a request at once. */
  get hasRoom(): boolean {
    return this.threads.some((thread) => loadOf(thread) < this.perThread);
  }

  /** Requests without an answer fail, and nothing starts a thread any more. */
  async close(): Promise<void> {
    this.closed = true;
    const running = this.threads.splice(0);
    const left = [
      ...running.flatMap((thread) => [...(thread?.asked.values() ?? [])]),
      ...this.queue.splice(0),
    ];
    await Promise.all(running.map((thread) => thread?.worker.terminate()));
    for (const asked of left) this.fail(asked, this.stopped());
  }

  private share(): void {
    while (this.queue.length > 0 && this.hasRoom) {
      const loads = this.threads.map(loadOf);
      const place = loads.indexOf(Math.min(...loads));
      const asked = this.queue.shift() as Asked<Q, A>;
      try {
        const thread = this.threads[place] ?? this.start(place);
        const { id, question, moved } = asked;
        thread.worker.postMessage({ id, question } satisfies Question<Q>, moved);
        thread.asked.set(id, asked);
      } catch (error) {
        // No thread can be started, or what is asked cannot be sent to one.
        this.fail(asked, error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  private start(place: number): Thread<Q, A> {
    const { file, data, name, memoryMb, keepsProcess } = this.options;
    const worker = new Worker(file, {
      workerData: data,
      ...(memoryMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
    });
    const thread: Thread<Q, A> = { worker, asked: new Map() };
    this.threads[place] = thread;
    worker.on("message", (answer: ThreadAnswer<A>) => {
      const asked = thread.asked.get(answer.id);
      thread.asked.delete(answer.id);
      if (asked === undefined) return;
      clearTimeout(asked.timer);
      if ("failed" in answer) asked.reject(errorOf(answer.failed));
      else asked.resolve(answer.done);
      this.share();
    });
    const ended = (error: Error) => {
      // One that was given up or closed has left its place already.
      if (this.threads[place] !== thread) return;
      this.threads[place] = undefined;
      for (const asked of thread.asked.values()) this.fail(asked, error);
      this.share();
    };
    worker.on("error", ended);
    worker.on("exit", (code) => ended(new Error(`${name} ended with ${code}`)));
    if (keepsProcess !== true) worker.unref();
    return thread;
  }

  private setDeadline(asked: Asked<Q, A>): void {
    const { deadlineMs } = this.options;
    clearTimeout(asked.timer);
    if (deadlineMs !== undefined)
      asked.timer = setTimeout(() => this.giveUp(asked, deadlineMs), deadlineMs).unref();
  }

  /** Gives up a request with its thread. Whoever waited behind it is asked anew, and has the whole time again. */
  private giveUp(late: Asked<Q, A>, deadlineMs: number): void {
    this.fail(late, new TookTooLong(`${this.options.name} took more than ${deadlineMs} ms`));
    const place = this.threads.findIndex((each) => each?.asked.has(late.id) === true);
    const thread = this.threads[place];
    if (thread === undefined) {
      this.queue.splice(this.queue.indexOf(late), 1);
      return;
    }
    this.threads[place] = undefined;
    thread.asked.delete(late.id);
    this.queue.unshift(...thread.asked.values());
    for (const each of this.queue) this.setDeadline(each);
    void thread.worker.terminate();
    this.share();
  }

  private fail(asked: Asked<Q, A>, error: Error): void {
    clearTimeout(asked.timer);
    asked.reject(error);
  }

  private stopped(): Error {
    return new Error(`${this.options.name} has stopped`);
  }
}

/** Requests of a thread. One that is not started comes after those that are idle, and before those that work. */
function loadOf(thread: Thread<unknown, never> | undefined): number {
  return thread?.asked.size ?? 0.5;
}

/** The error of a thread as it was there, with the code that a system gave it. */
function errorOf({ message, stack, code }: Failure): Error {
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return code === undefined ? error : Object.assign(error, { code });
}
