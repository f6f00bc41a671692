// Functions from their texts without eval: what the engine asks for is imported as a module from memory, and asked again.
import { startBy } from "../../engine/compile/program.js";

class NotYet {
  constructor(readonly text: string) {}
}

const started = new Map<string, unknown>();
/** Texts that are kept; all go when there are more, since each draft has its own. */
const MOST = 200;

startBy((text) => {
  if (!started.has(text)) throw new NotYet(text);
  return started.get(text);
});

/** The exports of a module, from its text. */
export async function importText<M>(text: string): Promise<M> {
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    return (await import(/* @vite-ignore */ url)) as M;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Does what needs functions from texts, each of which is imported when it is first missed. */
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
