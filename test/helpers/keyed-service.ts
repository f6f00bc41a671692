// A service with keys, plans and limits, and a clock controlled by the test.
import { KeyService, type NewKey } from "../../src/access/key-service.js";
import { openStore } from "../../src/access/open.js";
import type { Store } from "../../src/access/store.js";
import { withoutLimits } from "../../src/access/tiers.js";
import type { AppOptions } from "../../src/server/options.js";
import { ownTiers } from "./own-definitions.js";
import { type Running, startService } from "./running-service.js";

export interface Keyed extends Running {
  readonly store: Store;
  readonly keyService: KeyService;
  /** Advances the clock. */
  pass(seconds: number): void;
  /** Sets the clock. */
  at(time: string): void;
  /** Creates a key and returns its token. */
  key(wish: Partial<NewKey>): Promise<string>;
}

/** The middle of a month, at a full second. */
export const START = "2026-11-15T12:00:00Z";

export async function startKeyed(options: Partial<AppOptions> & { limited?: boolean } = {}): Promise<Keyed> {
  let time = Date.parse(START);
  const clock = () => time;
  const tiers = ownTiers();
  const failed = (error: unknown) => {
    throw error;
  };
  const offered = options.limited === false ? withoutLimits(tiers) : tiers;
  const store = await openStore({ dataDir: ":memory:" }, { tiers: offered, now: clock, failed });
  const keyService = new KeyService(store, tiers, clock);
  const running = await startService({ store, clock, ...options });
  return {
    ...running,
    store,
    keyService,
    pass: (seconds) => {
      time += seconds * 1000;
    },
    at: (text) => {
      time = Date.parse(text);
    },
    key: async (wish) => (await keyService.create({ name: "test", plan: "starter", ...wish })).token,
    close: async () => {
      await running.close();
      await store.close();
    },
  };
}
