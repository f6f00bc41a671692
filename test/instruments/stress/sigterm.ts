// SIGTERM under load: requests on accepted connections are answered, and the exit code is 0.
import { setTimeout as pause } from "node:timers/promises";
import { Progress } from "../../../src/cli/progress.js";
import { closedLoop, type Job, postOf } from "../load/raw-client.js";
import { RandomSource } from "./random-source.js";
import { Faults, type Outcome, type SetContext } from "./scenario.js";
import { startServer } from "./server-process.js";
import { targetsOf } from "./targets.js";

export interface Sigterm {
  readonly rounds: number;
  readonly connections: number;
}

/** Milliseconds for the process to end. */
const END_MS = 15_000;
/** Milliseconds to drain; generous, because this machine is busy. */
const DRAIN_MS = 5000;

export async function sigterm(around: SetContext, { rounds, connections }: Sigterm): Promise<Outcome> {
  const { cli, set, seed, stopped } = around;
  const chance = new RandomSource(`${seed}:sigterm`);
  const targets = targetsOf(set).filter(({ face, examples }) => face === "main" && examples.length > 0);
  const calls = targets.map(({ path, examples }) => postOf(path, JSON.stringify(examples[0])));
  const faults = new Faults();
  const progress = new Progress("stops under load:", rounds);
  let answered = 0;
  let refused = 0;
  for (let round = 1; round <= rounds && !stopped(); round++) {
    const server = await startServer(cli, { LIMITS: "off", DRAIN_MS: String(DRAIN_MS) });
    let signalled = false;
    /** Callers move to another instance within the drain time, as with readiness probes. */
    let turned = Number.POSITIVE_INFINITY;
    /** Accepted connections: their first request was answered. */
    let begun = 0;
    let taken = 0;
    /** A loop ends when it cannot connect any more. */
    let lines = connections;
    const next = (): Job | undefined => {
      if (lines <= 0 || stopped() || performance.now() > turned) return undefined;
      const first = begun++ < connections;
      return {
        bytes: chance.pick(calls),
        done: ({ status, body }) => {
          answered++;
          if (first) taken++;
          if (status !== 200)
            faults.add(`round ${round}: status ${status}: ${body.toString().slice(0, 200)}`);
        },
        lost: (reason) => {
          lines--;
          // The connection was refused, so the caller can use another instance.
          if (signalled && reason.includes("ECONNREFUSED")) refused++;
          else faults.add(`round ${round}: a request was lost: ${reason}`);
        },
      };
    };
    const load = closedLoop({ port: server.port, connections, next, patienceMs: END_MS });
    while (taken < connections && lines === connections && !stopped()) await pause(5);
    await pause(chance.whole(50, 250));
    signalled = true;
    turned = performance.now() + DRAIN_MS / 2;
    server.kill("SIGTERM");
    const exit = await Promise.race([server.exited, pause(END_MS).then(() => undefined)]);
    if (exit === undefined) {
      faults.add(`round ${round}: the process was still there after ${END_MS} ms`);
      server.kill("SIGKILL");
    } else if (exit.code !== 0) faults.add(`round ${round}: the exit code was ${exit.code ?? exit.signal}`);
    if (server.complaints() !== "")
      faults.add(`round ${round}: the service complained: ${server.complaints()}`);
    await load;
    progress.step();
  }
  progress.end();
  return {
    lines: [
      `${rounds} stops with ${connections} busy connections each: ${answered} requests answered, ` +
        `${refused} connections refused after the signal`,
    ],
    faults: faults.list(),
  };
}
