// What the tests of the stores share: the project's plans, and waiting for what must come.
import { setTimeout as pause } from "node:timers/promises";
import type { Plans } from "../src/engine/read/plans.js";
import { DEFAULT_FOLDER, plansOf } from "../src/folder.js";

let plans: Plans | undefined;

export function ownPlans(): Plans {
  plans ??= plansOf(DEFAULT_FOLDER)?.plans;
  if (plans === undefined) throw new Error("the project has no plans");
  return plans;
}

/** Asks again and again, but not for ever, until the answer is not undefined or false. */
export async function until<T>(what: string, ask: () => Promise<T> | T): Promise<NonNullable<T>> {
  for (let tries = 0; tries < 1000; tries++) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    await pause(20);
  }
  throw new Error(`${what}: it never came`);
}
