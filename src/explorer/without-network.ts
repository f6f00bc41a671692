// Once the first page is there and nobody is busy, everything else is fetched too, so that whatever is opened later works
// without a network. Where the browser is asked to save data, only what was opened does.
import { signal } from "@preact/signals";

/** Whether all of the explorer is kept here. */
export const isWhole = signal(false);

/** Milliseconds that the page is left alone before. */
const PAUSE_MS = 1_500;

export async function keepWhole(): Promise<void> {
  const { serviceWorker: worker, connection } = navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean };
  };
  // Where a browser does not allow it, the page works as long as it is open.
  if (worker === undefined) return;
  await worker.register("/offline.js");
  const { active } = await worker.ready;
  if (connection?.saveData === true) return;
  worker.addEventListener("message", () => {
    isWhole.value = true;
  });
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
  setTimeout(() => whenIdle(() => active?.postMessage("whole")), PAUSE_MS);
}
