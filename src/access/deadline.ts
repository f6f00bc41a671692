// Deadlines for asynchronous work.

export class Late extends Error {}

/** Rejects with `Late` after the deadline. The work itself continues. */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // An answer that already waits in the event loop is not late, so it is handled first.
    const late = () => setImmediate(() => reject(new Late(`no answer in ${milliseconds} ms`)));
    const timer = setTimeout(late, milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
