// The store that the settings choose, opened.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Plans } from "../engine/read/plans.js";
import { EmbeddedStore } from "./embedded.js";
import type { Store } from "./store.js";

export interface StoreSettings {
  /** Folder of the embedded database; `:memory:` for one that lives as long as the process. */
  readonly dataDir: string;
}

export interface StoreNeeds {
  readonly plans: Plans;
  readonly now: () => number;
  /** Told of what goes wrong while the store works on. */
  readonly failed: (error: unknown) => void;
}

export const IN_MEMORY = ":memory:";

/** The folder or file that a store needs cannot be used. */
export class StoreError extends Error {}

export async function openStore({ dataDir }: StoreSettings, needs: StoreNeeds): Promise<Store> {
  try {
    if (dataDir !== IN_MEMORY) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return new EmbeddedStore({
      ...needs,
      file: dataDir === IN_MEMORY ? dataDir : join(dataDir, "plumbline.db"),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(
      `The key store in ${dataDir} cannot be opened: ${reason} Set DATA_DIR to a folder that can be written.`,
    );
  }
}
