// Who tries mutations: this thread and, where there are many, threads on other cores. Each has read the definitions itself,
// since a mutation changes them in memory.
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import type { Tool } from "../../engine/tool.js";
import { ThreadPool } from "../../threads/pool.js";
import type { Mutant } from "./mutant.js";
import type { Mutation } from "./mutation.js";
import type { MutationPart, MutationSource } from "./thread.js";

const THREAD = new URL("./thread.js", import.meta.url);
/** A thread reads all definitions first: fewer mutations are tried sooner here. */
const MANY = 500;
/** Mutations that are handed over at a time. */
const PART = 8;
/** Parts that a thread has: the one it works on, and the next. */
const WITH_THREAD = 2;

export class MutationWorkers {
  private readonly threads: number;
  private readonly pool: ThreadPool<MutationPart, readonly boolean[]>;

  /** `count` is the number of all mutations that are to be tried. */
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

  /** The mutations that no case notices, in their order. `tried` hears of each part, and says whether to go on. */
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

  /** Signals, output and other threads are heard between two mutations. */
  private async own(tool: Tool, part: readonly Mutant[]): Promise<boolean[]> {
    const noticed: boolean[] = [];
    for (const mutant of part) {
      noticed.push(this.mutation.notices(tool, mutant));
      await setImmediate();
    }
    return noticed;
  }
}
