// Overload: served requests stay fast, others are refused, and the service recovers afterwards.

import { Progress } from "../../../src/cli/progress.js";
import { MAX_LAG_MS } from "../../../src/server/options.js";
import { type Answer, headerOf } from "../load/answers.js";
import { Histogram } from "../load/histogram.js";
import { openLoop } from "../load/open-loop.js";
import { closedLoop, postOf } from "../load/raw-client.js";
import { RandomSource } from "./random-source.js";
import { Faults, type Outcome, type SetContext } from "./scenario.js";
import { startServer } from "./server-process.js";
import { targetsOf } from "./targets.js";

export interface Overload {
  /** Milliseconds of the capacity measurement, and of the overload. */
  readonly measureMs: number;
  readonly crowdMs: number;
  readonly connections: number;
  /** Load as a multiple of the capacity. */
  readonly times: number;
  /**
   * Whether to judge latencies, which are meaningless on busy machines. If not, the service pauses during the first
   * half, so that overload is certain.
   */
  readonly timed: boolean;
}

/** Maximum p99 latency of served requests in the overload, in milliseconds. */
const SERVED_P99_MS = 1000;
/** Milliseconds until every request is served again. */
const RECOVERY_MS = 1000;
/** Share of the capacity that is requested afterwards. */
const CALM = 0.5;
/** Sequential requests that must all be served afterwards, and their time limit. */
const SERVED_AGAIN = 50;
const SERVED_AGAIN_MS = 30_000;
const PATIENCE_MS = 30_000;

export async function overload(around: SetContext, options: Overload): Promise<Outcome> {
  const { cli, set, seed, stopped } = around;
  const { measureMs, crowdMs, connections, times, timed } = options;
  const chance = new RandomSource(`${seed}:overload`);
  const targets = targetsOf(set).filter(({ face, examples }) => face === "main" && examples.length > 0);
  const calls = targets.map(({ path, examples }) => postOf(path, JSON.stringify(examples[0])));
  const request = () => chance.pick(calls);
  // The default of MAX_LAG_MS, whatever the environment sets.
  const server = await startServer(cli, { LIMITS: "off", MAX_LAG_MS: String(MAX_LAG_MS) });
  const faults = new Faults();
  const progress = new Progress("overload:", 3);
  // The first second warms up the compiler.
  await capacity(server.port, connections, Math.min(1000, measureMs), request, stopped);
  progress.step();
  const most = await capacity(server.port, connections, measureMs, request, stopped);
  progress.step();
  const phases = [{ rate: most * times, ms: crowdMs }];
  if (timed) phases.push({ rate: most * CALM, ms: RECOVERY_MS + crowdMs / 2 });
  const crowd = { served: new Histogram(), shed: 0 };
  const calm = { served: new Histogram(), shed: 0, late: new Histogram(), lateShed: 0 };
  if (!timed) {
    server.kill("SIGSTOP");
    setTimeout(() => server.kill("SIGCONT"), Math.max(crowdMs / 2, 2 * MAX_LAG_MS));
  }
  const sent = await openLoop({
    port: server.port,
    connections: connections * 4,
    phases,
    request,
    stopped,
    patienceMs: PATIENCE_MS,
    lost: ({ phase }, reason) => faults.add(`a request of phase ${phase + 1} was lost: ${reason}`),
    answered: ({ phase, at }, answer, ms) => {
      const fault = wrong(answer);
      if (fault !== undefined) faults.add(fault);
      const part = phase === 0 ? crowd : calm;
      if (answer.status === 200) part.served.add(ms);
      else part.shed++;
      if (phase === 0 || at < RECOVERY_MS) return;
      if (answer.status === 200) calm.late.add(ms);
      else calm.lateShed++;
    },
  });
  const again = await servedAgain(server.port, request, stopped);
  progress.end();
  if (server.exit() !== undefined) faults.add("the service ended by itself");
  const { code } = await server.stop();
  if (code !== 0) faults.add(`the service stopped with ${code}`);
  if (stopped()) return { lines: ["overload: interrupted"], faults: [] };
  if (crowd.served.count === 0) faults.add("in the crowd nobody was served");
  if (crowd.shed === 0) faults.add("in the crowd nobody was sent away");
  if (again !== undefined) faults.add(again);
  if (timed && crowd.served.percentile(0.99) > SERVED_P99_MS)
    faults.add(`in the crowd 1 of 100 served callers waited longer than ${ms(crowd.served, 0.99)}`);
  if (calm.lateShed > 0) faults.add(`${calm.lateShed} callers were still sent away a second after the crowd`);
  if (calm.late.percentile(0.99) > RECOVERY_MS)
    faults.add(`a second after the crowd callers still waited ${ms(calm.late, 0.99)}`);
  const offered = Math.round(((sent[0] ?? 0) * 1000) / crowdMs);
  return {
    lines: [
      `capacity ${Math.round(most)} requests a second over ${connections} connections`,
      `offered ${offered} a second for ${crowdMs / 1000} s: ${crowd.served.count} served ` +
        `(p50 ${ms(crowd.served, 0.5)}, p99 ${ms(crowd.served, 0.99)}, longest ${Math.round(crowd.served.max)} ms), ` +
        `${crowd.shed} sent away with 503 and Retry-After`,
      ...(timed
        ? [
            `then ${Math.round(most * CALM)} a second: ${calm.served.count} served, ${calm.shed} sent away; ` +
              `after one second p99 ${ms(calm.late, 0.99)}, ${calm.lateShed} sent away`,
          ]
        : []),
      `afterwards ${SERVED_AGAIN} of ${SERVED_AGAIN} served, one after the other`,
    ],
    faults: faults.list(),
  };
}

/** Returns requests per second in a closed loop. */
async function capacity(
  port: number,
  connections: number,
  forMs: number,
  request: () => Buffer,
  stopped: () => boolean,
): Promise<number> {
  const until = performance.now() + forMs;
  const next = () =>
    performance.now() > until || stopped() ? undefined : { bytes: request(), done: () => {} };
  const { latency, elapsedMs } = await closedLoop({ port, connections, next });
  return (latency.count * 1000) / elapsedMs;
}

/** Returns an error unless sequential callers are all served. */
async function servedAgain(
  port: number,
  request: () => Buffer,
  stopped: () => boolean,
): Promise<string | undefined> {
  const until = performance.now() + SERVED_AGAIN_MS;
  let inARow = 0;
  let fault: string | undefined;
  const next = () => {
    const done = inARow >= SERVED_AGAIN || fault !== undefined || stopped() || performance.now() > until;
    if (done) return undefined;
    return {
      bytes: request(),
      done: (answer: Answer) => {
        inARow = answer.status === 200 ? inARow + 1 : 0;
        fault ??= wrong(answer);
      },
      lost: (reason: string) => {
        fault ??= `after the crowd a request was lost: ${reason}`;
      },
    };
  };
  await closedLoop({ port, connections: 1, next });
  if (fault !== undefined || inARow >= SERVED_AGAIN || stopped()) return fault;
  return `${SERVED_AGAIN_MS / 1000} s after the crowd callers were still sent away`;
}

function wrong(answer: Answer): string | undefined {
  const { status } = answer;
  if (status === 200) return undefined;
  if (status !== 503) return `status ${status} under load: ${answer.body.toString().slice(0, 200)}`;
  return headerOf(answer, "retry-after") === undefined ? "503 without Retry-After" : undefined;
}

function ms(latency: Histogram, share: number): string {
  const value = latency.percentile(share);
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}
