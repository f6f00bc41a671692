// Works on what a file holds, so many parts at a time, whatever becomes of the disk meanwhile.
import { setTimeout as pause } from "node:timers/promises";
import type { Working } from "./queue.js";

/** Milliseconds between two looks for parts that another process has added or left behind. */
const LOOK_MS = 200;
/** Milliseconds after which a disk that has failed is tried again. */
const MEND_MS = 1000;

/** `compute` gives what writes down what came of a task. */
export function workInLines<Task>(
  atOnce: number,
  claim: () => Task | undefined,
  compute: (task: Task) => Promise<() => void>,
  failed: (error: unknown) => void,
): Working {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);
  /** What the disk does not take is offered again, so that neither a part nor a try is lost. */
  const stubborn = async <T>(step: () => T): Promise<T | undefined> => {
    do {
      try {
        return step();
      } catch (error) {
        failed(error);
        await rest(MEND_MS);
      }
    } while (!signal.aborted);
    return undefined;
  };
  const look = async () => {
    while (!signal.aborted) {
      const task = await stubborn(claim);
      if (task === undefined) await rest(LOOK_MS);
      else await stubborn(await compute(task));
    }
  };
  const lines = Array.from({ length: atOnce }, look);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(lines);
    },
  };
}
