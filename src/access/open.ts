// Opens the configured store of keys and counts: an SQLite file in the data folder, or Redis.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { diskHere } from "./disk.js";
import { diskInThread } from "./disk-worker.js";
import { placeOf, type RedisSettings } from "./redis-address.js";
import { SqliteStore } from "./sqlite.js";
import { diskFault, IN_MEMORY } from "./sqlite-schema.js";
import type { Store, StoreOptions } from "./store.js";

export interface StoreSettings {
  /** Folder of the SQLite database; `:memory:` for a temporary one. */
  readonly dataDir: string;
  /** If set, Redis stores keys and counts instead of the folder. */
  readonly redis?: RedisSettings | undefined;
}

export interface OpenStoreOptions extends StoreOptions {
  /** Whether an unavailable store is an error; otherwise it may become available later. */
  readonly required?: boolean;
  /** Whether a service uses the store. Its calls must not wait for the disk, and it locks the folder. */
  readonly served?: boolean;
}

/** A folder, file or server of the store is unusable. */
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
  // Imported here, because SQLite users do not need the Redis client.
  const { RedisStore } = await import("./redis.js");
  const store = new RedisStore(settings, options);
  const reason = await store.start();
  if (reason === undefined) return store;
  if (options.required === true) {
    await store.close();
    throw new StoreError(`Redis at ${placeOf(settings)} cannot be used: ${reason}. Check REDIS_URL.`);
  }
  store.standBy(reason);
  return store;
}
