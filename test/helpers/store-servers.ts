// What the tests of the stores share: servers of their own, load, and waiting for what must come.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { CLI, stopped, waitForLine } from "./processes.js";

/** Asks again and again, but not for ever, until the answer is not undefined or false. */
export async function until<T>(what: string, ask: () => Promise<T> | T): Promise<NonNullable<T>> {
  for (let tries = 0; tries < 1000; tries++) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    await pause(20);
  }
  throw new Error(`${what}: it never came`);
}

/** Callers who call again as soon as they are answered. */
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
    /** Waits for so many more answers. */
    answers: async (more: number) => {
      const wanted = answered.length + more;
      await until(`${more} more answers`, () => fault !== undefined || answered.length >= wanted);
      if (fault !== undefined) throw fault;
    },
    /** Waits for the last answers; all of them. */
    stop: async () => {
      stopped = true;
      await all;
      if (fault !== undefined) throw fault;
      return answered;
    },
  };
}

/** The built service as a process of its own. */
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

  /** As a loss of power would. */
  async kill(): Promise<void> {
    await stopped(this.child);
  }
}
