// A job on two workers that are killed again and again, in the middle of their work: every row must be in the results
// once, as one worker that nobody disturbs computes it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { StoreSettings } from "../../../src/access/open.js";
import { Progress } from "../../../src/cli/progress.js";
import { identityOf } from "../../../src/definitions/identity.js";
import type { RuntimeTool } from "../../../src/engine/run/tool.js";
import { takeIn } from "../../../src/server/jobs/intake.js";
import { openQueue } from "../../../src/server/jobs/open.js";
import { type Job, type JobPart, type JobQueue, unpacked } from "../../../src/server/jobs/queue.js";
import { chunkWork } from "../../../src/tables/chunk.js";
import { csvCell, recordsOf } from "../../../src/tables/csv.js";
import { HAS_REDIS, RedisServer } from "../../helpers/redis-server.js";
import { Faults, type Outcome, type SetContext } from "./scenario.js";

export interface KilledWorkers {
  readonly rows: number;
  /** How often each of the two is killed. */
  readonly kills: number;
  readonly queues?: readonly QueueKind[];
}
export type QueueKind = "a file" | "Redis";
export const QUEUE_KINDS: readonly QueueKind[] = HAS_REDIS ? ["a file", "Redis"] : ["a file"];

const LOOK_MS = 10;
const DAY_MS = 86_400_000;
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export async function killedWorkers(around: SetContext, wanted: KilledWorkers): Promise<Outcome> {
  const faults = new Faults();
  const lines: string[] = [];
  for (const kind of wanted.queues ?? QUEUE_KINDS) {
    const folder = mkdtempSync(join(tmpdir(), "plumbline-killed-"));
    const redis = kind === "Redis" ? await RedisServer.start() : undefined;
    const settings: StoreSettings = {
      dataDir: folder,
      ...(redis === undefined ? {} : { redis: redis.settings("plumbline:") }),
    };
    const queue = await openQueue(settings, (error) => faults.add(`the queue in ${kind}: ${String(error)}`));
    const env = { DATA_DIR: folder, ...(redis === undefined ? {} : { REDIS_URL: redis.url }) };
    try {
      const told = await onOne(around, wanted, queue, env, (fault) => faults.add(`${kind}: ${fault}`));
      lines.push(`the queue in ${kind}: ${told}`);
    } finally {
      for (const child of running) child.kill("SIGKILL");
      await queue.close();
      await redis?.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return { lines, faults: faults.list() };
}

async function onOne(
  { cli, set, stopped }: SetContext,
  { rows, kills }: KilledWorkers,
  queue: JobQueue,
  env: Readonly<Record<string, string>>,
  fault: (text: string) => void,
): Promise<string> {
  const exampleOf = (each: RuntimeTool) => each.facts.examples[0]?.input ?? {};
  const isFlat = (input: object) => Object.values(input).every((value) => typeof value !== "object");
  const tool = [...set.tools.values()].find((each) => isFlat(exampleOf(each)));
  if (tool === undefined) throw new Error("no tool has an example that fits a row");
  const bytes = tableOf(exampleOf(tool), rows);
  const definition = identityOf(set, tool).sha256;
  const { job, parts } = await takeIn(
    { tool, definition, table: bytes, from: "csv", form: "csv" },
    Date.now(),
    DAY_MS,
  );
  await queue.add(job, parts);
  const start = () => {
    const child = spawn(process.execPath, [cli, "work", "--threads", "1"], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "inherit"],
    });
    running.add(child);
    child.once("exit", () => running.delete(child));
    return child;
  };
  const workers = [start(), start()];
  const progress = new Progress("parts computed:", parts.length);
  let [killed, seen] = [0, 0];
  for (;;) {
    const { state, done = 0 } = (await queue.read(job.id)) ?? {};
    if (state === "done" || state === "failed" || stopped()) break;
    progress.step(done - seen);
    // Whenever something was done, one of the two dies in the middle of the next.
    if (done > seen && killed < 2 * kills) {
      const at = killed++ % 2;
      const worker = workers[at] as ChildProcess;
      const ended = once(worker, "exit");
      worker.kill("SIGKILL");
      await ended;
      workers[at] = start();
    }
    seen = done;
    await pause(LOOK_MS);
  }
  progress.end();
  if (killed < 2 * kills) fault(`it was done after ${killed} kills: give it more rows`);
  await check(queue, job, parts, chunkWork(tool, job.layout), fault);
  return `${rows} rows in ${parts.length} parts, two workers killed ${killed} times altogether, every row once`;
}

/** A table of so many rows: an input that is valid, under a number of its own. */
function tableOf(input: Readonly<Record<string, unknown>>, rows: number): Buffer {
  const names = Object.keys(input);
  const cells = names.map((name) => csvCell(String(input[name]), ",")).join(",");
  const lines = Array.from({ length: rows }, (_, row) => `${row},${cells}\n`);
  return Buffer.from(`row,${names.join(",")}\n${lines.join("")}`);
}

/** Every part is as it would be, and every row of the table is in one of them. */
async function check(
  queue: JobQueue,
  job: Job,
  parts: readonly JobPart[],
  work: ReturnType<typeof chunkWork>,
  fault: (text: string) => void,
): Promise<void> {
  const progress = await queue.read(job.id);
  if (progress?.state !== "done")
    fault(`the job is ${progress?.state ?? "gone"}: ${progress?.failure ?? ""}`);
  if (progress?.tally.rows !== job.rows) fault(`${progress?.tally.rows} of ${job.rows} rows were counted`);
  const seen = new Uint8Array(job.rows);
  for (const [number, { bytes, line }] of parts.entries()) {
    const found = await queue.result(job.id, number);
    if (found === undefined || !Buffer.from(work(unpacked(bytes), line).bytes).equals(found))
      fault(`part ${number} is not what one worker alone computes`);
    for (const { cells } of recordsOf(Buffer.from(found ?? []).toString(), job.layout.separator)) {
      const at = Number(cells[0]);
      seen[at] = (seen[at] ?? 0) + 1;
    }
  }
  const lost = seen.filter((times) => times === 0).length;
  const doubled = seen.filter((times) => times > 1).length;
  if (lost + doubled > 0) fault(`${lost} rows are lost and ${doubled} there more than once`);
}
