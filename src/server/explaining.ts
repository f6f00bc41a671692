// The worker thread that explains, seen from the service: explaining takes long and must not hold up who asks for a
// result alone. It is started by the first explanation, and anew by the next one should it ever end.
import { Worker } from "node:worker_threads";
import type { RuntimeSet } from "../engine/run/tool.js";
import { readSchemas } from "../folder.js";
import type { Answer, Given, Question } from "./explaining-thread.js";
import { type Explained, type Explainer, TookTooLong } from "./explanations.js";

interface Waiting {
  readonly question: Question;
  readonly resolve: (explained: Explained) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Milliseconds that an explanation may take, its turn included; then the thread is given up, and a new one does the rest. */
const MOST_MS = 20_000;

const stopped = () => new Error("the service has stopped");

const THREAD = new URL("./explaining-thread.js", import.meta.url);
/** Mebibytes of definitions and explanations, several times what they need. */
const MOST_MEMORY = 512;

export class ExplainingThread {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;
  private closed = false;
  private readonly given: Given;

  constructor(
    set: RuntimeSet,
    private readonly mostMs = MOST_MS,
  ) {
    this.given = { files: [...set.files.values()], schemas: readSchemas() };
  }

  readonly explain: Explainer = (tool, input, asPage) =>
    new Promise((resolve, reject) => {
      // A thread that is started now would keep the process.
      if (this.closed) return reject(stopped());
      const paths = tool.facts.files.map(([path]) => path);
      this.ask({ question: { id: this.asked++, paths, input, asPage }, resolve, reject });
    });

  /** Whoever still waits is told that nothing will come. */
  async close(): Promise<void> {
    const { worker } = this;
    this.closed = true;
    this.worker = undefined;
    await worker?.terminate();
    this.fail(stopped());
  }

  private ask(asked: Omit<Waiting, "timer">): void {
    const { id } = asked.question;
    const { mostMs } = this;
    const timer = setTimeout(() => this.giveUp(id, mostMs), mostMs).unref();
    this.waiting.set(id, { ...asked, timer });
    this.thread().postMessage(asked.question);
  }

  /** Who asked, and is answered now. */
  private take(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }

  /** The thread is busy with one that takes too long, most likely this: the others are asked anew. */
  private giveUp(id: number, mostMs: number): void {
    const late = this.take(id);
    const { worker } = this;
    this.worker = undefined;
    void worker?.terminate();
    late?.reject(new TookTooLong(`an explanation took more than ${mostMs} ms`));
    for (const other of [...this.waiting.keys()].flatMap((each) => this.take(each) ?? [])) this.ask(other);
  }

  private thread(): Worker {
    if (this.worker !== undefined) return this.worker;
    const worker = new Worker(THREAD, {
      workerData: this.given,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
    });
    worker.on("message", (answer: Answer) => {
      const waiting = this.take(answer.id);
      if ("failed" in answer) waiting?.reject(new Error(answer.failed));
      else waiting?.resolve(answer.explained);
    });
    const ended = (error: Error) => {
      if (this.worker !== worker) return;
      this.worker = undefined;
      this.fail(error);
    };
    worker.on("error", ended);
    worker.on("exit", (code) => ended(new Error(`the thread that explains ended with ${code}`)));
    // It alone must not keep a process that is done; listening to it would.
    worker.unref();
    this.worker = worker;
    return worker;
  }

  private fail(error: Error): void {
    for (const id of [...this.waiting.keys()]) this.take(id)?.reject(error);
  }
}
