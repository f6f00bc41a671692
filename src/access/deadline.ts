// Waiting with an end: what takes longer counts as failed, whatever becomes of it later.

export class Late extends Error {}

/** Fails when the answer takes longer. What was asked for may still be done. */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // An answer that waits to be read is not late: this process was busy, not the other side.
    const late = () => setImmediate(() => reject(new Late(`no answer in ${milliseconds} ms`)));
    const timer = setTimeout(late, milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
