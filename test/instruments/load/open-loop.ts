// Sends requests at a fixed rate, independent of answers, as independent callers do. Latency counts from the due
// time, so that queueing is visible.
import { setTimeout as pause } from "node:timers/promises";
import type { Answer } from "./answers.js";
import { Connection, type Job } from "./raw-client.js";

export interface Phase {
  readonly rate: number;
  readonly ms: number;
}

export interface Offered {
  readonly phase: number;
  /** Milliseconds between the start of the phase and the due time. */
  readonly at: number;
}

export interface OpenLoop {
  readonly port: number;
  readonly connections: number;
  readonly phases: readonly Phase[];
  readonly request: () => Buffer;
  readonly answered: (offered: Offered, answer: Answer, latencyMs: number) => void;
  readonly lost: (offered: Offered, reason: string) => void;
  readonly stopped: () => boolean;
  /** Milliseconds to wait for missing answers at the end. */
  readonly patienceMs: number;
}

const TICK_MS = 2;

/** Runs all phases in order. Resolves with the number of requests in each when all are answered or lost. */
export async function openLoop(load: OpenLoop): Promise<number[]> {
  const { port, connections, phases, stopped, patienceMs } = load;
  const pool: Connection[] = [];
  const fill = (at: number): Connection => {
    const connection = new Connection(port, () => {}, patienceMs);
    pool[at] = connection;
    return connection;
  };
  for (let at = 0; at < connections; at++) fill(at);
  const sent: number[] = [];
  let turn = 0;
  for (const [phase, { rate, ms }] of phases.entries()) {
    const began = performance.now();
    const all = Math.floor((ms * rate) / 1000);
    let count = 0;
    // Sends each request when it is due; a backlog is sent at the end.
    for (let now = began; (now - began < ms || count < all) && !stopped(); now = performance.now()) {
      const due = Math.min(Math.floor(((now - began) * rate) / 1000) + 1, all);
      const batches = new Map<number, Job[]>();
      for (; count < due; count++) {
        const at = (count * 1000) / rate;
        const line = turn++ % connections;
        const job = jobOf(load, { phase, at }, began + at);
        const batch = batches.get(line);
        if (batch === undefined) batches.set(line, [job]);
        else batch.push(job);
      }
      for (const [line, jobs] of batches) {
        const known = pool[line];
        (known?.usable === true ? known : fill(line)).send(jobs);
      }
      await pause(TICK_MS);
    }
    sent.push(count);
  }
  const until = performance.now() + patienceMs;
  while (performance.now() < until && !stopped() && pool.some(({ outstanding }) => outstanding > 0))
    await pause(TICK_MS);
  for (const connection of pool) connection.close();
  return sent;
}

function jobOf(load: OpenLoop, offered: Offered, due: number): Job {
  return {
    bytes: load.request(),
    due,
    done: (answer, ms) => load.answered(offered, answer, ms),
    lost: (reason) => load.lost(offered, reason),
  };
}
