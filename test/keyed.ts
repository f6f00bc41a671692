// A service with keys, plans and limits under a clock that the test moves.
import { Desk, type NewKey } from "../src/limits/desk.js";
import { EmbeddedStore } from "../src/limits/embedded.js";
import { type Store, withoutLimits } from "../src/limits/store.js";
import type { AppOptions } from "../src/server/options.js";
import { type Running, sharedSet, startService } from "./running.js";

export interface Keyed extends Running {
  readonly store: Store;
  readonly desk: Desk;
  /** Moves the clock on. */
  pass(seconds: number): void;
  /** Sets the clock. */
  at(time: string): void;
  /** A new key's token. */
  key(wish: Partial<NewKey>): Promise<string>;
}

/** The middle of a month, at a full second. */
export const START = "2026-11-15T12:00:00Z";

export async function startKeyed(options: Partial<AppOptions> & { limited?: boolean } = {}): Promise<Keyed> {
  let time = Date.parse(START);
  const clock = () => time;
  const { plans } = sharedSet();
  if (plans === undefined) throw new Error("the project's set has no plans");
  const failed = (error: unknown) => {
    throw error;
  };
  const offered = options.limited === false ? withoutLimits(plans) : plans;
  const store = new EmbeddedStore({ file: ":memory:", plans: offered, now: clock, failed });
  const desk = new Desk(store, plans, clock);
  const running = await startService({ store, clock, ...options });
  return {
    ...running,
    store,
    desk,
    pass: (seconds) => {
      time += seconds * 1000;
    },
    at: (text) => {
      time = Date.parse(text);
    },
    key: async (wish) => (await desk.create({ name: "test", plan: "starter", ...wish })).token,
    close: async () => {
      await running.close();
      await store.close();
    },
  };
}
