// Lets long work in the worker yield, so that a newer draft is handled first.

/** Milliseconds of work before it yields. */
const SLICE_MS = 12;

/** Resolves after pending messages are handled. */
export function standBack(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Long work that stops when it is obsolete. */
export class LongWork {
  private since = performance.now();

  constructor(private readonly isWanted: () => boolean) {}

  async goOn(): Promise<boolean> {
    if (performance.now() - this.since > SLICE_MS) {
      await standBack();
      this.since = performance.now();
    }
    return this.isWanted();
  }
}
