// Loads what answers need in two steps. Modules load before the service listens, so that a shortage of file
// descriptors cannot break a route. Tools need no files and start afterwards, between calls.
import { setImmediate as turn } from "node:timers/promises";
import type { RuntimeSet } from "../engine/run/tool.js";

export async function loadModules(): Promise<void> {
  await Promise.all([
    import("./mcp/post.js"),
    import("./openapi/document.js"),
    import("./openapi/legacy.js"),
  ]);
}

export async function startTools({ tools, legacy }: RuntimeSet): Promise<void> {
  for (const tool of [...tools.values(), ...legacy.values()]) {
    tool.ready();
    await turn();
  }
}
