// The service's side of the explaining thread. Explanations are slow and must not delay calls for results.

import { readSchemas } from "../../definitions/folder.js";
import type { RuntimeSet } from "../../engine/run/tool.js";
import { ThreadPool } from "../../threads/pool.js";
import type { ExplainingSource, Wanted } from "./explaining-thread.js";
import type { Explained, Explainer } from "./explanations.js";

/** Milliseconds, including the wait in the queue and the start of the thread. */
const MOST_MS = 60_000;

const THREAD = new URL("./explaining-thread.js", import.meta.url);
/** Mebibytes; several times what definitions and explanations need. */
const MOST_MEMORY = 512;

export class ExplainingThread {
  private readonly pool: ThreadPool<Wanted, Explained>;

  constructor(set: RuntimeSet, deadlineMs = MOST_MS) {
    const data: ExplainingSource = { files: [...set.files.values()], schemas: readSchemas() };
    const name = "the thread that explains";
    this.pool = new ThreadPool({ file: THREAD, data, name, deadlineMs, memoryMb: MOST_MEMORY });
  }

  readonly explain: Explainer = (tool, input, asPage) =>
    this.pool.request({ paths: tool.facts.files.map(([path]) => path), input, asPage });

  close(): Promise<void> {
    return this.pool.close();
  }
}
