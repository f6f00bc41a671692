// The worker thread that explains, seen from the service: explaining takes long and must not hold up who asks for a
// result alone.

import { readSchemas } from "../../definitions/folder.js";
import type { RuntimeSet } from "../../engine/run/tool.js";
import { ThreadPool } from "../../threads/pool.js";
import type { ExplainingSource, Wanted } from "./explaining-thread.js";
import type { Explained, Explainer } from "./explanations.js";

/** Milliseconds that an explanation may take, its turn and the start of the thread included. */
const MOST_MS = 60_000;

const THREAD = new URL("./explaining-thread.js", import.meta.url);
/** Mebibytes of definitions and explanations, several times what they need. */
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
