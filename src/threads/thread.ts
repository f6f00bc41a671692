// A thread of a pool, seen from inside: it answers each request by its id, with what was worked out or with what went wrong.
import { parentPort, type TransferListItem } from "node:worker_threads";

export interface Question<Q> {
  readonly id: number;
  readonly question: Q;
}

export interface Failure {
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: string | undefined;
}

export type ThreadAnswer<A> =
  | { readonly id: number; readonly done: A }
  | { readonly id: number; readonly failed: Failure };

/** Answers every request of the pool. What `moved` names of an answer is not copied: nobody here writes it again. */
export function answerRequests<Q, A>(
  work: (question: Q) => A | Promise<A>,
  moved: (done: A) => readonly TransferListItem[] = () => [],
): void {
  parentPort?.on("message", async ({ id, question }: Question<Q>) => {
    try {
      const done = await work(question);
      parentPort?.postMessage({ id, done } satisfies ThreadAnswer<A>, moved(done));
    } catch (error) {
      parentPort?.postMessage({ id, failed: failureOf(error) } satisfies ThreadAnswer<A>);
    }
  });
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack, code } = error as Error & { readonly code?: unknown };
  return { message, stack, code: typeof code === "string" ? code : undefined };
}
