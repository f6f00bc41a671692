// Loads what answers need beyond the first: a passing shortage, of file descriptors for instance, must not break a route
// for good. Calls that come meanwhile are answered in between.
import { setImmediate as turn } from "node:timers/promises";
import type { RuntimeSet } from "../engine/run/tool.js";

export async function loadModules({ tools, legacy }: RuntimeSet): Promise<void> {
  for (const tool of [...tools.values(), ...legacy.values()]) {
    tool.ready();
    await turn();
  }
  await Promise.all([
    import("./mcp/post.js"),
    import("./mcp/endpoint.js"),
    import("./openapi/document.js"),
    import("./openapi/legacy.js"),
  ]);
}
