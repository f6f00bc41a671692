// Latency of a paying caller during an attack by callers without keys, compared with quiet times. None of its calls
// may be refused.
import { fork } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { MAX_LAG_MS } from "../../../src/server/options.js";
import { Histogram } from "../load/histogram.js";
import { openLoop } from "../load/open-loop.js";
import { postOf } from "../load/raw-client.js";
import { Faults, type Outcome, type SetContext } from "./scenario.js";
import { newKeys, startServer } from "./server-process.js";
import { targetsOf } from "./targets.js";

export interface Fairness {
  /** Connections of the crowd, and their behaviour: call and read, or send large bodies. */
  readonly attackers: number;
  readonly kind?: "calls" | "bodies";
  /** Milliseconds of the quiet and of the attacked period. */
  readonly ms: number;
  /** Calls per second of the paying caller. */
  readonly rate: number;
  /** Whether to judge latencies, which are meaningless on busy machines. */
  readonly timed: boolean;
}

/** Maximum ratio of p99 latency under attack to quiet p99. */
const MOST_TIMES = 3;
/** Requests per minute of the key. */
const QUOTA = 60_000;

export async function fairness(around: SetContext, options: Fairness): Promise<Outcome> {
  const { attackers, ms, rate, timed, kind = "calls" } = options;
  const keys = await newKeys(QUOTA);
  const main = keys.tiers.interfaces.find((list) => list.interface === "main");
  const target = targetsOf(around.set).find(({ face, examples }) => face === "main" && examples.length > 0);
  if (main === undefined || target === undefined)
    throw new Error("there is nothing to call, or nobody to pay");
  const body = JSON.stringify(target.examples[0]);
  const call = postOf(target.path, body, { [main.header]: keys.keys.get("main") ?? "" });
  const server = await startServer(around.cli, { DATA_DIR: keys.folder, MAX_LAG_MS: String(MAX_LAG_MS) });
  const faults = new Faults();
  const paying = async (forMs: number) => {
    const latency = new Histogram();
    let refused = 0;
    await openLoop({
      ...{ port: server.port, connections: 4, phases: [{ rate, ms: forMs }], request: () => call },
      ...{ stopped: around.stopped, patienceMs: 30_000 },
      lost: (_, reason) => faults.add(`a call of the paying caller was lost: ${reason}`),
      answered: (_, { status }, took) => {
        latency.add(took);
        if (status === 503) refused++;
        else if (status !== 200) faults.add(`a call of the paying caller got ${status}`);
      },
    });
    return { latency, refused };
  };
  // The first seconds warm up the compiler and confirm the key.
  await paying(Math.min(3500, ms));
  const quiet = await paying(ms);
  const crowd = fork(join(dirname(around.cli), "../test/instruments/stress/crowd.js"), [
    ...[String(server.port), String(attackers), target.path, body, kind],
  ]);
  await pause(500);
  const attacked = await paying(ms);
  const counted = once(crowd, "message");
  crowd.send("end");
  const [statuses] = (await counted) as [Record<string, number>];
  const { code } = await server.stop();
  keys.remove();
  if (around.stopped()) return { lines: ["fairness: interrupted"], faults: [] };
  if (code !== 0) faults.add(`the service stopped with ${code}`);
  const count = Object.values(statuses).reduce((sum, each) => sum + each, 0);
  if (count < attackers) faults.add(`the crowd of ${attackers} was answered ${count} times only: no attack`);
  if (quiet.refused + attacked.refused > 0)
    faults.add(`the paying caller was turned away ${quiet.refused + attacked.refused} times`);
  const times = attacked.latency.percentile(0.99) / quiet.latency.percentile(0.99);
  if (timed && times > MOST_TIMES)
    faults.add(`attacked, the paying caller waited ${times.toFixed(1)} times as long`);
  const told = ({ latency }: { latency: Histogram }) =>
    `p50 ${latency.percentile(0.5).toFixed(2)} ms and p99 ${latency.percentile(0.99).toFixed(2)} ms`;
  return {
    lines: [
      `a paying caller with ${rate} calls a second: ${told(quiet)} quiet, ${told(attacked)} attacked ` +
        `(p99 ${times.toFixed(1)} times), ${attacked.refused} of ${attacked.latency.count} turned away`,
      `${attackers} attackers (${kind}) were answered ${count} times: ${Object.entries(statuses)
        .map(([status, many]) => `${many} with ${status}`)
        .join(", ")}`,
    ],
    faults: faults.list(),
  };
}
