// A thread of a pool, seen from inside: answers each request by its id, with the result or the error.
import { parentPort, type TransferListItem } from "node:worker_threads";

export interface Question<Q> {
  readonly id: number;
  readonly question: Q;
}

/** An error as plain data. A cloned error would lose its code, and one with a function inside cannot be cloned. */
export interface Failure {
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: string;
}

export type ThreadAnswer<A> =
  | { readonly id: number; readonly done: A }
  | { readonly id: number; readonly failed: Failure };

/** Answers every request of the pool. The buffers that `moved` returns are transferred, not copied. */
export function answerRequests<Q, A>(
  work: (question: Q) => A | Promise<A>,
  moved: (done: A) => readonly TransferListItem[] = () => [],
): void {
  parentPort?.on("message", async ({ id, question }: Question<Q>) => {
    try {
      const done = await work(question);
      parentPort?.postMessage({ id, done } satisfies ThreadAnswer<A>, moved(done));
    } catch (thrown) {
      parentPort?.postMessage({ id, failed: failureOf(thrown) } satisfies ThreadAnswer<A>);
    }
  });
}

function failureOf(thrown: unknown): Failure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { message, stack } = error;
  return {
    message,
    stack,
    ...("code" in error && typeof error.code === "string" ? { code: error.code } : {}),
  };
}
