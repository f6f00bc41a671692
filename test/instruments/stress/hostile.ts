// Hostile requests with and without limits: the service stays up, answers or disconnects in time, sends only problem
// documents, and does not leak memory.

import { Progress } from "../../../src/cli/progress.js";
import type { DefinitionSet } from "../../../src/engine/set.js";
import { closedLoop, postOf } from "../load/raw-client.js";
import { Attacker } from "./attacker.js";
import type { Ground } from "./attacks/attack.js";
import { attack, KINDS } from "./attacks/mix.js";
import { RandomSource } from "./random-source.js";
import { Faults, mib, type Outcome, type SetContext } from "./scenario.js";
import { newKeys, type ServerProcess, startServer } from "./server-process.js";
import { keyHeader, type Target, targetsOf } from "./targets.js";
import { faultOf } from "./verdict.js";

export interface Hostile {
  /** Number of requests, half of them with limits. */
  readonly count: number;
  /** Concurrent senders. */
  readonly senders: number;
}

/** Milliseconds for a request to arrive; shorter than usual, to save time. */
const ARRIVAL_MS = 1500;
/** Milliseconds after which an unanswered request counts as hanging. */
const PATIENCE_MS = 30_000;
/** Mebibytes of heap. A small heap makes leaks visible. */
const HEAP = 256;
/** Bytes by which memory may grow after warm-up. */
const GROWTH = 128 * 2 ** 20;
/** Requests until the service counts as warm. */
const WARM = 4000;
/** An address that no attack forges. */
const HONEST = "198.51.100.77";

export async function hostile(around: SetContext, { count, senders }: Hostile): Promise<Outcome> {
  const progress = new Progress("hostile requests:", count);
  const open = await against(around, false, Math.ceil(count / 2), senders, progress);
  const limited = await against(around, true, Math.floor(count / 2), senders, progress);
  progress.end();
  return { lines: [...open.lines, ...limited.lines], faults: [...open.faults, ...limited.faults] };
}

async function against(
  { cli, set, seed, stopped }: SetContext,
  limited: boolean,
  count: number,
  senders: number,
  progress: Progress,
): Promise<Outcome> {
  const { folder, tiers, keys, remove } = await newKeys();
  const settings = {
    LIMITS: limited ? "on" : "off",
    TRUST_PROXY: "1",
    REQUEST_TIMEOUT_MS: String(ARRIVAL_MS),
    DATA_DIR: folder,
  };
  const server = await startServer(cli, settings, [`--max-old-space-size=${HEAP}`]);
  const targets = targetsOf(set);
  const chance = new RandomSource(`${seed}:hostile:${limited}`);
  const keyHeaders = [keyHeader(tiers, "main"), keyHeader(tiers, "legacy")];
  const sound = [...keys].map(([face, key]) => ({ [keyHeader(tiers, face)]: key }));
  const headers = () => ({
    ...(chance.likely(0.3) ? { "X-Forwarded-For": address(chance) } : {}),
    ...(chance.likely(0.2) ? chance.pick(sound) : {}),
  });
  const ground: Ground = { chance, targets: reachable(targets), headers, keyHeaders };
  const faults = new Faults();
  const statuses = new Map<string, number>();
  const name = limited ? "with limits" : "without limits";
  let sent = 0;
  let warm: number | undefined;
  const began = performance.now();
  const sender = async (): Promise<void> => {
    const attacker = new Attacker(server.port, PATIENCE_MS);
    while (sent < count && !stopped() && server.exit() === undefined) {
      const next = attack(ground, sent++);
      if (sent === Math.min(WARM, Math.ceil(count / 2))) warm = server.memory();
      const { answers, fault } = await attacker.run(next);
      for (const answer of answers) count1(statuses, String(answer.status));
      if (answers.length === 0) count1(statuses, "closed");
      const found =
        fault ?? answers.map((answer) => faultOf(next, answer)).find((each) => each !== undefined);
      if (found !== undefined) faults.add(`${name}, ${next.kind}: ${found}\n    ${shown(next.pieces)}`);
      progress.step();
    }
    attacker.close();
  };
  await Promise.all(Array.from({ length: senders }, sender));
  const seconds = (performance.now() - began) / 1000;
  const end = server.memory();
  const exit = server.exit();
  if (exit !== undefined) faults.add(`${name}: the service ended by itself (${exit.code ?? exit.signal})`);
  else if (!stopped())
    for (const fault of await stillServes(server, targets, set)) faults.add(`${name}: ${fault}`);
  if (server.complaints() !== "") faults.add(`${name}: the service complained: ${server.complaints()}`);
  if (warm !== undefined && end !== undefined && end - warm > GROWTH)
    faults.add(`${name}: memory grew from ${mib(warm)} to ${mib(end)}, more than ${mib(GROWTH)}`);
  const { code } = await server.stop();
  remove();
  if (exit === undefined && code !== 0) faults.add(`${name}: the service stopped with ${code}`);
  const seen = [...statuses].sort(([a], [b]) => (a < b ? -1 : 1)).map(([status, n]) => `${n} ${status}`);
  const memory = warm === undefined || end === undefined ? "" : `; memory ${mib(warm)} to ${mib(end)}`;
  return {
    lines: [
      `${sent} hostile requests of ${KINDS.length} kinds ${name} in ${seconds.toFixed(0)} s${memory}; ${seen.join(", ")}`,
    ],
    faults: faults.list(),
  };
}

/** Tools of the older interface are also served without /v1. */
function reachable(targets: readonly Target[]): Target[] {
  const short = targets.filter(({ face }) => face === "legacy");
  return [...targets, ...short.map((target) => ({ ...target, path: target.path.replace("/v1", "") }))];
}

function address(chance: RandomSource): string {
  const byte = (): number => chance.whole(0, 255);
  return chance.pick([
    () => `10.${byte()}.${byte()}.${byte()}`,
    () => `2001:db8:${byte().toString(16)}:${byte().toString(16)}::1`,
    () => `::ffff:10.0.0.${byte()}`,
    () =>
      chance.pick([
        "unknown",
        "999.1.1.1",
        "fe80::1%eth0",
        "a, b, c",
        "",
        "1.2.3.4:80",
        "x".repeat(3000),
        "\xff",
      ]),
  ])();
}

/** Sends an ordinary call. */
async function stillServes(
  { port }: ServerProcess,
  targets: readonly Target[],
  set: DefinitionSet,
): Promise<string[]> {
  const [target] = targets.filter(({ tool }) => set.tools.get(tool.name) === tool);
  const body = JSON.stringify(target?.examples[0] ?? {});
  const faults: string[] = [];
  const bytes = postOf(target?.path ?? "/", body, { "X-Forwarded-For": HONEST });
  const jobs = [
    {
      bytes,
      done: ({ status, body: text }: { status: number; body: Buffer }) => {
        if (status !== 200)
          faults.push(`an ordinary call was then answered with ${status}: ${text.toString()}`);
      },
      lost: (reason: string) => faults.push(`an ordinary call was then not answered: ${reason}`),
    },
  ].values();
  await closedLoop({ port, connections: 1, next: () => jobs.next().value });
  return faults;
}

function count1(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function shown(pieces: readonly { readonly bytes: Buffer }[]): string {
  return JSON.stringify(
    Buffer.concat(pieces.map(({ bytes }) => bytes))
      .toString("latin1")
      .slice(0, 400),
  );
}
