// The store that the settings choose, opened.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Plans } from "../engine/read/plans.js";
import { EmbeddedStore } from "./embedded.js";
import { placeOf, type RedisSettings } from "./redis-address.js";
import type { Store } from "./store.js";

export interface StoreSettings {
  /** Folder of the embedded database; `:memory:` for one that lives as long as the process. */
  readonly dataDir: string;
  /** Where it is given, keys and counts are there and not in the folder. */
  readonly redis?: RedisSettings | undefined;
}

export interface StoreNeeds {
  readonly plans: Plans;
  /** Milliseconds since 1970; without it the clock of the machine, or that of Redis. */
  readonly now?: () => number;
  /** Told of what goes wrong while the store works on. */
  readonly failed: (error: unknown) => void;
  /** Told of what is well again. */
  readonly told?: (message: string) => void;
  /** Whether a store that does not answer is of no use; otherwise it may come later. */
  readonly required?: boolean;
}

export const IN_MEMORY = ":memory:";

/** The folder, file or server that a store needs cannot be used. */
export class StoreError extends Error {}

export async function openStore({ dataDir, redis }: StoreSettings, needs: StoreNeeds): Promise<Store> {
  return redis === undefined ? openEmbedded(dataDir, needs) : openRedis(redis, needs);
}

function openEmbedded(dataDir: string, { plans, now = Date.now, failed }: StoreNeeds): Store {
  try {
    if (dataDir !== IN_MEMORY) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return new EmbeddedStore({
      plans,
      now,
      failed,
      file: dataDir === IN_MEMORY ? dataDir : join(dataDir, "plumbline.db"),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(
      `The key store in ${dataDir} cannot be opened: ${reason} Set DATA_DIR to a folder that can be written.`,
    );
  }
}

async function openRedis(settings: RedisSettings, needs: StoreNeeds): Promise<Store> {
  const { plans, now, failed, told } = needs;
  // Who keeps keys in a folder has no use for a client of Redis.
  const { RedisStore } = await import("./redis.js");
  const store = new RedisStore({ settings, plans, now, failed, told });
  const reason = await store.start();
  if (reason === undefined) return store;
  if (needs.required === true) {
    await store.close();
    throw new StoreError(
      `Redis at ${placeOf(settings)} cannot be used: ${reason}. REDIS_URL says where it is.`,
    );
  }
  store.standBy(reason);
  return store;
}
