// Sends the requests of one round over kept connections, as fast as they are answered.
import { closedLoop, postOf } from "../../test/instruments/load/raw-client.js";
import type { ServerProcess } from "./servers.js";

export interface Target {
  readonly name: string;
  readonly server: ServerProcess;
  /** Requests, sent in rotation. */
  readonly requests: readonly Buffer[];
}

export interface Round {
  /** Answers per second. */
  readonly rate: number;
  /** Microseconds of the server's processor time per answer. */
  readonly processor: number;
}

const CONNECTIONS = 16;
/** Consecutive rounds without improvement after which a server is warm. */
const CALM_ROUNDS = 5;
const FASTER = 0.98;

export function target(
  name: string,
  server: ServerProcess,
  path: string,
  bodies: readonly unknown[],
  keys: readonly string[] = [],
  headers: Readonly<Record<string, string>> = {},
): Target {
  const requests = bodies.flatMap((body) =>
    (keys.length === 0 ? [undefined] : keys).map((key) =>
      postOf(path, JSON.stringify(body), key === undefined ? headers : { ...headers, "x-api-key": key }),
    ),
  );
  return { name, server, requests };
}

/** One request at a time on each connection. */
export async function round({ name, server, requests }: Target, count: number): Promise<Round> {
  let sent = 0;
  const done = () => undefined;
  const before = server.processor();
  const { statuses, elapsedMs } = await closedLoop({
    port: server.port,
    connections: CONNECTIONS,
    next: () => {
      const bytes = requests[sent % requests.length];
      return sent++ < count && bytes !== undefined ? { bytes, done } : undefined;
    },
  });
  const good = statuses.get(200) ?? 0;
  if (good !== count)
    throw new Error(`${name}: ${count - good} of ${count} requests were not answered with 200`);
  return {
    rate: (count / elapsedMs) * 1000,
    processor: ((server.processor() - before) * 1000) / count,
  };
}

/** Runs rounds until processor time per answer stops falling, up to a maximum. */
export async function warmUp(
  target: Target,
  count: number,
  most: number,
  stopped: () => boolean,
): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  for (let at = 0, calm = 0; at < most && calm < CALM_ROUNDS && !stopped(); at++) {
    const { processor } = await round(target, count);
    calm = processor < best * FASTER ? 0 : calm + 1;
    best = Math.min(best, processor);
  }
}
