// Opens the queue of jobs that the settings choose, as they choose the store of keys: a file in the data folder, or Redis.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "../../access/open.js";
import type { RedisSettings } from "../../access/redis-address.js";
import { diskFault, IN_MEMORY, ownersOnly } from "../../access/sqlite-schema.js";
import type { JobQueue } from "./queue.js";

export interface QueueSettings {
  readonly dataDir: string;
  /** Where it is given, jobs are there and not in the folder. */
  readonly redis?: RedisSettings | undefined;
  /** Mebibytes that the file in the folder may have. */
  readonly mostMib?: number | undefined;
}

/** `failed` is told of faults that nobody waits for. */
export async function openQueue(
  { dataDir, redis, mostMib }: QueueSettings,
  failed: (error: unknown) => void,
): Promise<JobQueue> {
  if (redis !== undefined) return new (await import("./bull-queue.js")).BullQueue(redis, failed);
  const { SqliteQueue } = await import("./sqlite-queue.js");
  const options = { failed, mostMib };
  if (dataDir === IN_MEMORY) return new SqliteQueue(IN_MEMORY, options);
  const file = join(dataDir, "jobs.db");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    ownersOnly(file);
    return new SqliteQueue(file, options);
  } catch (error) {
    throw new StoreError(
      `The jobs in ${file} cannot be opened: ${diskFault(error)} Jobs are kept for a day: delete the file where it is damaged.`,
    );
  }
}
