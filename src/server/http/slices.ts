// Runs long work in slices of a few milliseconds, so that a thousand calls of one caller do not delay the calls of others.
import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds of a slice. */
const SLICE_MS = 10;

/** Returns a function that is called between two steps. If the slice is over, its promise lets other requests run. */
export function slices(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
}

/** Does the work for 0 to count - 1, until it is done or the caller has left. */
export async function inSlices(
  count: number,
  work: (index: number) => void,
  abandoned: () => boolean,
): Promise<void> {
  const pause = slices();
  for (let index = 0; index < count; index++) {
    work(index);
    const paused = pause();
    if (paused === undefined) continue;
    await paused;
    if (abandoned()) return;
  }
}
