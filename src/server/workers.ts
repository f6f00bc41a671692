// WORKERS=n: several processes behind one port. The first one keeps the store, starts the others and replaces any that dies.
import cluster, { type Worker } from "node:cluster";
import type { EmbeddedStore } from "../limits/embedded.js";
import { answerWorker, type Channel } from "../limits/remote.js";
import { stopSignal } from "./signals.js";

/** What a worker says once it serves. */
export interface Serving {
  readonly serving: string;
  readonly tools: number;
}

/** Workers that may die in this many milliseconds before the service gives up. */
const MOST_DEATHS = 5;
const DEATHS_MS = 10_000;

/** Runs until a signal to stop; the exit code. Without a store of its own the workers share one elsewhere. */
export async function superviseWorkers(
  count: number,
  store: EmbeddedStore | undefined,
  shutdownMs: number,
): Promise<number> {
  const up = new Set<number>();
  const deaths: number[] = [];
  let stopping = false;
  let announced = false;
  const ended = new Promise<number>((resolve) => {
    const start = (): void => {
      const worker = cluster.fork();
      if (store !== undefined) answerWorker(store, store.salt, channelTo(worker));
      worker.on("message", (message: unknown) => {
        if (!isServing(message)) return;
        up.add(worker.id);
        if (announced || up.size < count) return;
        announced = true;
        process.stdout.write(
          `plumbline serves ${message.tools} tools on ${message.serving} with ${count} workers\n`,
        );
      });
      worker.on("exit", (code, signal) => {
        const served = up.delete(worker.id);
        if (stopping) {
          if (Object.keys(cluster.workers ?? {}).length === 0) resolve(0);
          return;
        }
        const now = Date.now();
        while (deaths.length > 0 && (deaths[0] ?? 0) < now - DEATHS_MS) deaths.shift();
        deaths.push(now);
        if (served && deaths.length <= MOST_DEATHS) {
          process.stderr.write(`plumbline: a worker ended (${signal ?? code}); another takes its place\n`);
          start();
          return;
        }
        stopping = true;
        if (served)
          process.stderr.write(`plumbline: ${deaths.length} workers ended in ${DEATHS_MS / 1000} seconds\n`);
        stopAll(shutdownMs);
        resolve(code === 0 ? 1 : (code ?? 1));
      });
    };
    for (let at = 0; at < count; at++) start();
  });
  const signalled = stopSignal().then(() => {
    if (stopping) return;
    stopping = true;
    stopAll(shutdownMs);
  });
  const code = await ended;
  signalled.catch(() => undefined);
  await store?.close();
  return code;
}

/** Each worker finishes what it has begun; one that does not is ended. */
function stopAll(shutdownMs: number): void {
  for (const worker of Object.values(cluster.workers ?? {})) {
    worker?.process.kill("SIGTERM");
    setTimeout(() => worker?.process.kill("SIGKILL"), shutdownMs + 2000).unref();
  }
}

/** The channel from the primary to one worker; what is sent to one that is gone is lost with it. */
function channelTo(worker: Worker): Channel {
  return {
    send: (message) => {
      if (worker.isConnected()) worker.send(message, () => undefined);
    },
    onMessage: (listener) => {
      worker.on("message", listener);
    },
  };
}

/** The channel from a worker to the primary. */
export function channelToPrimary(): Channel {
  return {
    send: (message) => {
      process.send?.(message);
    },
    onMessage: (listener) => {
      process.on("message", listener);
    },
  };
}

function isServing(message: unknown): message is Serving {
  return typeof message === "object" && message !== null && "serving" in message;
}
