// Helpers of store tests: servers, load, and polling.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { CLI, stopped, waitForLine } from "./processes.js";

/** Polls until the result is neither undefined nor false, with a limit. */
export async function until<T>(what: string, ask: () => Promise<T> | T): Promise<NonNullable<T>> {
  for (let tries = 0; tries < 1000; tries++) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    await pause(20);
  }
  throw new Error(`${what}: it never came`);
}

/** Callers that repeat a call as soon as it is answered. */
export function load<T>(callers: number, call: () => Promise<T>) {
  const answered: T[] = [];
  let stopped = false;
  let fault: unknown;
  const work = async () => {
    while (!stopped) answered.push(await call());
  };
  const all = Promise.all(Array.from({ length: callers }, work)).catch((error: unknown) => {
    fault = error;
    stopped = true;
  });
  return {
    /** Waits for this number of further answers. */
    answers: async (more: number) => {
      const wanted = answered.length + more;
      await until(`${more} more answers`, () => fault !== undefined || answered.length >= wanted);
      if (fault !== undefined) throw fault;
    },
    /** Stops and returns all answers. */
    stop: async () => {
      stopped = true;
      await all;
      if (fault !== undefined) throw fault;
      return answered;
    },
  };
}

/** The built service as a process. */
export class Server {
  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly base: string,
  ) {}

  static async start(env: Record<string, string>): Promise<Server> {
    const child = spawn(process.execPath, [CLI, "serve"], {
      env: { ...process.env, PORT: "0", LOG_LEVEL: "warn", ...env },
    });
    const line = await waitForLine(child, "serves");
    return new Server(child, /http:\S+/.exec(line)?.[0] ?? "");
  }

  post(path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
    return fetch(this.base + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }

  get(path: string): Promise<Response> {
    return fetch(this.base + path);
  }

  /** Simulates a power loss. */
  async kill(): Promise<void> {
    await stopped(this.child);
  }
}
