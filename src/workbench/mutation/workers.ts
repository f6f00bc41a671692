// Runs mutation tests in this thread and, if there are many, in other threads. Each reads the definitions, since
// mutations change them in memory.
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import type { Tool } from "../../engine/tool.js";
import { ThreadPool } from "../../threads/pool.js";
import type { Mutant } from "./mutant.js";
import type { Mutation } from "./mutation.js";
import type { MutationPart, MutationSource } from "./thread.js";

const THREAD = new URL("./thread.js", import.meta.url);
/** Below this number, starting threads takes longer than it saves. */
const MANY = 500;
/** Mutations in one batch. */
const PART = 8;
/** Batches queued for a thread: the current and the next. */
const WITH_THREAD = 2;

export class MutationWorkers {
  private readonly threads: number;
  private readonly pool: ThreadPool<MutationPart, readonly boolean[]>;

  /** `count` is the total number of mutations. */
  constructor(
    private readonly mutation: Mutation,
    source: MutationSource,
    count: number,
    cores = availableParallelism(),
  ) {
    this.threads = count < MANY ? 0 : cores - 1;
    this.pool = new ThreadPool({
      file: THREAD,
      data: source,
      name: "a thread that tries mutations",
      threads: this.threads,
      perThread: WITH_THREAD,
    });
  }

  /** Returns the undetected mutations in order. `tried` receives progress and returns whether to continue. */
  async survivors(
    name: string,
    tool: Tool,
    mutants: readonly Mutant[],
    tried: (count: number) => boolean,
  ): Promise<Mutant[]> {
    const survivors = new Set<Mutant>();
    let [next, goesOn] = [0, true];
    const worker = async (
      notices: (part: readonly Mutant[], from: number) => Promise<readonly boolean[]>,
    ) => {
      while (goesOn && next < mutants.length) {
        const from = next;
        const part = mutants.slice(from, from + PART);
        next += PART;
        const noticed = await notices(part, from);
        part.forEach((mutant, at) => {
          if (noticed[at] === false) survivors.add(mutant);
        });
        goesOn &&= tried(part.length);
      }
    };
    const others = Array.from({ length: this.threads * WITH_THREAD }, () =>
      worker((part, from) => this.pool.request({ tool: name, from, places: part.map(({ place }) => place) })),
    );
    await Promise.all([worker((part) => this.own(tool, part)), ...others]);
    return mutants.filter((mutant) => survivors.has(mutant));
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  /** Lets signals, output and other threads proceed between mutations. */
  private async own(tool: Tool, part: readonly Mutant[]): Promise<boolean[]> {
    const noticed: boolean[] = [];
    for (const mutant of part) {
      noticed.push(this.mutation.notices(tool, mutant));
      await setImmediate();
    }
    return noticed;
  }
}
