// Opens the store of keys and counts that the settings choose: an SQLite file in the data folder, or Redis.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { diskHere } from "./disk.js";
import { diskInThread } from "./disk-worker.js";
import { placeOf, type RedisSettings } from "./redis-address.js";
import { SqliteStore } from "./sqlite.js";
import { diskFault, IN_MEMORY } from "./sqlite-schema.js";
import type { Store, StoreOptions } from "./store.js";

export interface StoreSettings {
  /** Folder of the SQLite database; `:memory:` for one that lives as long as the process. */
  readonly dataDir: string;
  /** Where it is given, keys and counts are there and not in the folder. */
  readonly redis?: RedisSettings | undefined;
}

export interface OpenStoreOptions extends StoreOptions {
  /** Whether a store that does not answer is of no use; otherwise it may come later. */
  readonly required?: boolean;
  /** Whether calls are served from it: they must not wait for the disk, and nobody else may count in the same folder. */
  readonly served?: boolean;
}

/** The folder, file or server that a store needs cannot be used. */
export class StoreError extends Error {}

export async function openStore(
  { dataDir, redis }: StoreSettings,
  options: OpenStoreOptions,
): Promise<Store> {
  return redis === undefined ? openSqlite(dataDir, options) : openRedis(redis, options);
}

async function openSqlite(dataDir: string, options: OpenStoreOptions): Promise<Store> {
  const { mostKeys, served } = options;
  try {
    if (dataDir === IN_MEMORY)
      return await SqliteStore.open(diskHere({ file: IN_MEMORY, mostKeys }), options);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const file = join(dataDir, "plumbline.db");
    const disk =
      served === true ? diskInThread({ file, mostKeys, alone: true }) : diskHere({ file, mostKeys });
    return await SqliteStore.open(disk, options);
  } catch (error) {
    const reason = diskFault(error);
    throw new StoreError(
      `The key store in ${dataDir} cannot be opened: ${reason} Set DATA_DIR to a folder that can be written.`,
    );
  }
}

async function openRedis(settings: RedisSettings, options: OpenStoreOptions): Promise<Store> {
  // Who keeps keys in a folder has no use for a client of Redis.
  const { RedisStore } = await import("./redis.js");
  const store = new RedisStore(settings, options);
  const reason = await store.start();
  if (reason === undefined) return store;
  if (options.required === true) {
    await store.close();
    throw new StoreError(
      `Redis at ${placeOf(settings)} cannot be used: ${reason}. REDIS_URL says where it is.`,
    );
  }
  store.standBy(reason);
  return store;
}
