// Opens the queue of jobs that the settings choose, as they choose the store of keys: a file in the data folder, or Redis.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { StoreError, type StoreSettings } from "../../access/open.js";
import { IN_MEMORY, ownersOnly } from "../../access/sqlite-schema.js";
import { messageOf } from "../../wording/wording.js";
import type { JobQueue } from "./queue.js";

/** `failed` is told of faults that nobody waits for. */
export async function openQueue(
  { dataDir, redis }: StoreSettings,
  failed: (error: unknown) => void,
): Promise<JobQueue> {
  if (redis !== undefined) return new (await import("./bull-queue.js")).BullQueue(redis, failed);
  const { SqliteQueue } = await import("./sqlite-queue.js");
  if (dataDir === IN_MEMORY) return new SqliteQueue(IN_MEMORY);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const file = join(dataDir, "jobs.db");
    ownersOnly(file);
    return new SqliteQueue(file);
  } catch (error) {
    throw new StoreError(
      `The queue of jobs in ${dataDir} cannot be opened: ${messageOf(error)} Set DATA_DIR to a folder that can be written.`,
    );
  }
}
