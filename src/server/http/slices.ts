// Runs long work in slices of a few milliseconds, so that one caller's thousand calls do not hold up everyone else's
// one.
import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds after which others get a turn. */
const SLICE_MS = 10;

/** Does the work for 0 to count - 1, until it is done or nobody waits for it any more. */
export async function inSlices(
  count: number,
  work: (index: number) => void,
  abandoned: () => boolean,
): Promise<void> {
  let began = performance.now();
  for (let index = 0; index < count; index++) {
    work(index);
    if (performance.now() - began < SLICE_MS) continue;
    await nextTurn();
    if (abandoned()) return;
    began = performance.now();
  }
}
