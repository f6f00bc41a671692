// Who works on the parts of a table: this thread alone, or threads on other cores.
import { Worker } from "node:worker_threads";
import type { RuntimeTool } from "../engine/run/tool.js";
import { type ChunkDone, chunkWork } from "./chunk.js";
import type { Answer, Given, Task } from "./crew-thread.js";
import type { Layout } from "./layout.js";

export interface Crew {
  work(bytes: Uint8Array, line: number): Promise<ChunkDone>;
  close(): Promise<void>;
}

export function alone(tool: RuntimeTool, layout: Layout): Crew {
  const work = chunkWork(tool, layout);
  return {
    // Signals and output get their turn between two parts.
    work: (bytes, line) => new Promise((resolve) => setImmediate(() => resolve(work(bytes, line)))),
    close: async () => undefined,
  };
}

/** Threads that work on one table. */
export function crewOf(given: Given, count: number, tool: string, layout: Layout): Crew {
  const threads = new Threads(given, count);
  return {
    work: (bytes, line) => threads.work({ table: "", tool, layout, bytes, line }),
    close: () => threads.close(),
  };
}

interface Waiting {
  readonly resolve: (done: ChunkDone) => void;
  readonly reject: (error: Error) => void;
}

interface Member {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

const THREAD = new URL("./crew-thread.js", import.meta.url);

/** Threads that work on parts of any tables; one that ends is started anew by the next part. */
export class Threads {
  private readonly members: (Member | undefined)[];
  private asked = 0;

  constructor(
    private readonly given: Given,
    count: number,
  ) {
    this.members = Array.from({ length: count }, () => undefined);
  }

  work(part: Omit<Task, "id">): Promise<ChunkDone> {
    return new Promise((resolve, reject) => {
      const id = this.asked++;
      const { worker, waiting } = this.idlest();
      waiting.set(id, { resolve, reject });
      const bytes = new Uint8Array(part.bytes);
      worker.postMessage({ ...part, id, bytes } satisfies Task, [bytes.buffer]);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member?.worker.terminate()));
  }

  private idlest(): Member {
    const load = (member: Member | undefined) => member?.waiting.size ?? -0.5;
    const least = this.members.reduce(
      (best, each, at) => (load(each) < load(this.members[best]) ? at : best),
      0,
    );
    const member = this.members[least] ?? this.start(least);
    this.members[least] = member;
    return member;
  }

  private start(place: number): Member {
    const worker = new Worker(THREAD, { workerData: this.given });
    const waiting = new Map<number, Waiting>();
    worker.on("message", (answer: Answer) => {
      const one = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("failed" in answer) one?.reject(new Error(answer.failed));
      else one?.resolve(answer.done);
    });
    const ended = (error: Error) => {
      this.members[place] = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    worker.on("error", ended);
    worker.on("exit", (code) => ended(new Error(`a thread ended with ${code}`)));
    return { worker, waiting };
  }
}
