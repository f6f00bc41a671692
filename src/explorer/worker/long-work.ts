// The worker does one thing at a time: long work stands back now and then, so that a draft with one more key comes first.

/** Milliseconds of work before it stands back. */
const SLICE_MS = 12;

/** Resolved once what was asked before now was begun. */
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

/** Long work that ends where nobody wants it any more. */
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
