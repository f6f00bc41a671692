// `plumbline work`: a worker on the jobs of a service, in a process or on a machine of its own.
import { availableParallelism } from "node:os";
import { StoreError } from "../../access/open.js";
import type { Arguments } from "../../settings/arguments.js";
import { definitionsFolder, servedSet } from "../../settings/served-set.js";
import { readJobSettings } from "../../settings/store-settings.js";
import { Usage } from "../../settings/usage.js";
import { messageOf } from "../../wording/wording.js";
import { stopSignal } from "../signals.js";
import { openQueue } from "./open.js";
import { servedSet as pinnedSet, startWorking } from "./worker.js";

const MOST_THREADS = 64;

export async function work(args: Arguments): Promise<number> {
  const folder = definitionsFolder(args.atMost(0));
  const threads = Number(args.text("threads") ?? availableParallelism());
  if (!Number.isInteger(threads) || threads < 1 || threads > MOST_THREADS)
    throw new Usage(`--threads must be a whole number from 1 to ${MOST_THREADS}.`);
  const settings = readJobSettings(process.env);
  const dataDir = settings.dataDir === ":memory:" ? undefined : settings.dataDir;
  const set = await servedSet(folder, { dataDir });
  if (set === undefined) return 1;
  try {
    let told = "";
    const queue = await openQueue(settings, (error) => {
      const message = messageOf(error);
      // A disk that is full, or a Redis that is away, says the same at every try.
      if (message !== told) process.stderr.write(`plumbline: ${message}\n`);
      told = message;
    });
    const stopped = stopSignal();
    const working = await startWorking(queue, pinnedSet(set), threads);
    const where = settings.redis === undefined ? settings.dataDir : "Redis";
    process.stdout.write(`plumbline works on the jobs in ${where} with ${threads} threads\n`);
    await stopped;
    await working.stop();
    await queue.close();
    return 0;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    process.stderr.write(`plumbline: ${error.message}\n`);
    return 1;
  }
}
