// Downloads the rest of the explorer when the page is idle, for offline use. Not in data saver mode.
import { signal } from "@preact/signals";

/** Whether the complete explorer is cached. */
export const isWhole = signal(false);

/** Milliseconds of idle time before the download. */
const PAUSE_MS = 1_500;

export async function keepWhole(): Promise<void> {
  const { serviceWorker: worker, connection } = navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean };
  };
  // Some browsers disable service workers, for example in private windows.
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
