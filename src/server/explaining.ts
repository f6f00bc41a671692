// The worker thread that explains, seen from the service: explaining takes long and must not hold up who asks for a
// result alone. It is started by the first explanation, and anew by the next one should it ever end.
import { Worker } from "node:worker_threads";
import type { ServedSet } from "../engine/run/tool.js";
import { readSchemas } from "../folder.js";
import type { Answer, Given, Question } from "./explaining-thread.js";
import type { Explained, Explainer } from "./explanations.js";

interface Waiting {
  readonly resolve: (explained: Explained) => void;
  readonly reject: (error: Error) => void;
}

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

  constructor(set: ServedSet) {
    this.given = { files: [...set.files.values()], schemas: readSchemas() };
  }

  readonly explain: Explainer = (tool, input, asPage) =>
    new Promise((resolve, reject) => {
      // A thread that is started now would keep the process.
      if (this.closed) return reject(stopped());
      const id = this.asked++;
      this.waiting.set(id, { resolve, reject });
      const paths = tool.facts.files.map(([path]) => path);
      this.thread().postMessage({ id, paths, input, asPage } satisfies Question);
    });

  /** Whoever still waits is told that nothing will come. */
  async close(): Promise<void> {
    const { worker } = this;
    this.closed = true;
    this.worker = undefined;
    await worker?.terminate();
    this.fail(stopped());
  }

  private thread(): Worker {
    if (this.worker !== undefined) return this.worker;
    const worker = new Worker(THREAD, {
      workerData: this.given,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
    });
    worker.on("message", (answer: Answer) => {
      const waiting = this.waiting.get(answer.id);
      this.waiting.delete(answer.id);
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
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
