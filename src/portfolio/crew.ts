// Who works on the parts of a table: this thread, and threads on other cores.
import { Worker } from "node:worker_threads";
import type { RuntimeTool } from "../engine/run/tool.js";
import { type ChunkDone, chunkWork } from "./chunk.js";
import type { Answer, Given, Task } from "./crew-thread.js";
import type { Layout } from "./layout.js";

export interface Crew {
  work(bytes: Uint8Array, line: number): Promise<ChunkDone>;
  /** Takes the bytes of a result back that are no longer needed: new ones for each part cost as much as writing them. */
  recycle(bytes: Uint8Array): void;
  close(): Promise<void>;
}

/** Parts that a thread has: the one it works on, and the next. */
const WITH_THREAD = 2;

interface Part extends Waiting {
  readonly bytes: Uint8Array;
  readonly line: number;
}

/** This thread, and so many others beside it that all together are `count`; who is free takes the next part. */
export function crewOf(tool: RuntimeTool, layout: Layout, given: Given, count: number): Crew {
  const work = chunkWork(tool, layout);
  const threads = new Threads(given, count - 1);
  const parts: Part[] = [];
  const spares: Uint8Array[] = [];
  let busy = false;
  const share = () => {
    while (parts.length > 0) {
      const free = threads.least < WITH_THREAD;
      if (busy && !free) return;
      const { bytes, line, resolve, reject } = parts.shift() as Part;
      if (free)
        threads
          .work({ table: "", tool: tool.name, layout, bytes, line, spare: spares.pop() })
          .then(resolve, reject)
          .finally(share);
      else {
        busy = true;
        // Signals, output and other threads get their turn between two parts.
        setImmediate(() => {
          try {
            resolve(work(bytes, line, spares.pop()));
          } catch (error) {
            reject(error as Error);
          }
          busy = false;
          share();
        });
      }
    }
  };
  return {
    work: (bytes, line) =>
      new Promise((resolve, reject) => {
        parts.push({ bytes, line, resolve, reject });
        share();
      }),
    recycle: (bytes) => spares.push(bytes),
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
      const spare = part.spare?.buffer as ArrayBuffer | undefined;
      const moved = spare === undefined ? [bytes.buffer] : [bytes.buffer, spare];
      worker.postMessage({ ...part, id, bytes } satisfies Task, moved);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member?.worker.terminate()));
  }

  /** Parts that the thread has which has least to do. */
  get least(): number {
    return Math.min(...this.members.map(partsOf));
  }

  private idlest(): Member {
    const least = this.members.map(partsOf).indexOf(this.least);
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

/** One that is not started yet comes first. */
function partsOf(member: Member | undefined): number {
  return member?.waiting.size ?? -1;
}
