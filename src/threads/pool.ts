// The only pool of worker threads. Requests wait in one queue. A request that exceeds its deadline fails and its thread is
// terminated; if a thread ends, its requests fail and the next request starts another thread.
import { Worker } from "node:worker_threads";
import type { Question, ThreadAnswer } from "./thread.js";

export interface PoolOptions {
  /** The module of the threads, which calls `answerRequests`. */
  readonly file: URL;
  /** The `workerData` of each thread. */
  readonly data: unknown;
  /** The name of a thread in messages, such as "the thread that explains". */
  readonly name: string;
  readonly threads?: number;
  /** Requests that are sent to a thread at a time. With two it never waits for the next one. */
  readonly perThread?: number;
  /** Milliseconds that a request may take, including its time in the queue. */
  readonly deadlineMs?: number;
  /** Mebibytes of heap of a thread. */
  readonly memoryMb?: number;
}

export class TookTooLong extends Error {}

interface Request<Q, A> extends Question<Q> {
  readonly resolve: (done: A) => void;
  readonly reject: (error: Error) => void;
  timer?: NodeJS.Timeout;
}

interface Thread<Q, A> {
  readonly worker: Worker;
  readonly pending: Map<number, Request<Q, A>>;
}

export class ThreadPool<Q, A> {
  private readonly threads = new Set<Thread<Q, A>>();
  private queue: Request<Q, A>[] = [];
  private ids = 0;
  private closed = false;

  constructor(private readonly options: PoolOptions) {}

  /** Sends a copy of the question to the least busy thread. It is kept here, so that it can be sent again. */
  request(question: Q): Promise<A> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(this.stopped());
      const request: Request<Q, A> = { id: this.ids++, question, resolve, reject };
      this.setDeadline(request);
      this.queue.push(request);
      this.dispatch();
    });
  }

  /** Terminates the threads. Requests without an answer fail. */
  async close(): Promise<void> {
    this.closed = true;
    const threads = [...this.threads];
    this.threads.clear();
    const open = [...threads.flatMap(({ pending }) => [...pending.values()]), ...this.queue.splice(0)];
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
    for (const request of open) this.fail(request, this.stopped());
  }

  private dispatch(): void {
    for (let [request] = this.queue; request !== undefined; [request] = this.queue) {
      try {
        const thread = this.freeThread();
        if (thread === undefined) return;
        const { id, question } = request;
        thread.worker.postMessage({ id, question } satisfies Question<Q>);
        thread.pending.set(id, request);
        thread.worker.ref();
      } catch (error) {
        // The thread cannot be started, or the question cannot be cloned.
        this.fail(request, error instanceof Error ? error : new Error(String(error)));
      }
      this.queue.shift();
    }
  }

  /** Returns an idle thread, else a new one, else the least busy one that takes another request. */
  private freeThread(): Thread<Q, A> | undefined {
    const { threads = 1, perThread = 1 } = this.options;
    const [least] = [...this.threads].sort((one, other) => one.pending.size - other.pending.size);
    if (this.threads.size < threads && least?.pending.size !== 0) return this.start();
    return least !== undefined && least.pending.size < perThread ? least : undefined;
  }

  private start(): Thread<Q, A> {
    const { file, data, name, memoryMb } = this.options;
    const limits = memoryMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memoryMb } };
    const worker = new Worker(file, { workerData: data, ...limits });
    // Only threads with requests keep the process alive.
    worker.unref();
    const thread: Thread<Q, A> = { worker, pending: new Map() };
    this.threads.add(thread);
    worker.on("message", (answer: ThreadAnswer<A>) => {
      const request = thread.pending.get(answer.id);
      thread.pending.delete(answer.id);
      if (thread.pending.size === 0) worker.unref();
      if (request === undefined) return;
      if ("failed" in answer)
        this.fail(request, Object.assign(new Error(answer.failed.message), answer.failed));
      else {
        clearTimeout(request.timer);
        request.resolve(answer.done);
      }
      this.dispatch();
    });
    const ended = (error: Error) => {
      // Closing and deadlines remove a thread before they terminate it.
      if (!this.threads.delete(thread)) return;
      for (const request of thread.pending.values()) this.fail(request, error);
      this.dispatch();
    };
    worker.on("error", ended);
    worker.on("exit", (code) => ended(new Error(`${name} ended with ${code}`)));
    return thread;
  }

  private setDeadline(request: Request<Q, A>): void {
    const { deadlineMs } = this.options;
    clearTimeout(request.timer);
    if (deadlineMs !== undefined)
      request.timer = setTimeout(() => this.giveUp(request, deadlineMs), deadlineMs).unref();
  }

  /** Terminates the thread of a late request. The requests behind it are sent again, with the whole deadline. */
  private giveUp(late: Request<Q, A>, deadlineMs: number): void {
    this.fail(late, new TookTooLong(`${this.options.name} took more than ${deadlineMs} ms`));
    const thread = [...this.threads].find(({ pending }) => pending.delete(late.id));
    if (thread === undefined) {
      this.queue = this.queue.filter((request) => request !== late);
      return;
    }
    this.threads.delete(thread);
    this.queue.unshift(...thread.pending.values());
    for (const request of this.queue) this.setDeadline(request);
    void thread.worker.terminate();
    this.dispatch();
  }

  private fail(request: Request<Q, A>, error: Error): void {
    clearTimeout(request.timer);
    request.reject(error);
  }

  private stopped(): Error {
    return new Error(`${this.options.name} has stopped`);
  }
}
