// Creates functions from text without eval: a missing function is imported as a module, and the work is repeated.
import { startBy } from "../../engine/compile/program.js";

class NotYet {
  constructor(readonly text: string) {}
}

const started = new Map<string, unknown>();
/** Cached texts. All are dropped when there are more, because each draft has new ones. */
const MOST = 200;

startBy((text) => {
  if (!started.has(text)) throw new NotYet(text);
  return started.get(text);
});

/** Imports a module from its text. */
export async function importText<M>(text: string): Promise<M> {
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    return (await import(/* @vite-ignore */ url)) as M;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Runs work that needs functions from text. Repeats it after each import. */
export async function withStarted<T>(work: () => T): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      if (started.size >= MOST) started.clear();
      const { made } = await importText<{ made: unknown }>(`export const made = ${error.text};`);
      started.set(error.text, made);
    }
  }
}
